/**
 * First step of a sign-in: the upstream checks the password. A two-step member gets a token that is valid for the second step
 * only.
 */
import type { BatchItem } from "drizzle-orm/batch";
import type { SignInForm } from "#contract/auth";
import type { Deps } from "../../deps.ts";
import { encryptToken, randomId } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { insertChallenge } from "../../store/challenges.ts";
import { verifyPassword } from "../../upstream/auth.ts";
import { enforceLimit, takeBack } from "../limits/enforce-limit.ts";
import { codeKeyOf, guesserOf, signInSourceOf, type Guesser } from "../limits/guesser.ts";
import { memberKeyOf } from "../limits/member-key.ts";
import type { SignedIn } from "../sessions/issue-access.ts";
import type { BrowserFacts } from "../sessions/start-session.ts";
import { signToken } from "../sessions/tokens.ts";
import { completeSignIn } from "./complete-sign-in.ts";

const challengeMs = 15 * 60 * 1000;

type PasswordOutcome =
  | { isSignedIn: true; signedIn: SignedIn }
  | { isSignedIn: false; tempToken: string };

export async function checkPassword(
  deps: Deps,
  browser: BrowserFacts,
  form: SignInForm,
): Promise<PasswordOutcome> {
  const memberKey = await memberKeyOf(deps, form.username);
  const guesser = await guesserOf(deps, browser, memberKey);
  await enforceLimit(deps, guesser.limit, guesser.subject);
  const { body: verdict, cookies } = await askUpstream(deps, guesser, form, memberKey);
  const success = takeBack(deps, guesser.limit, guesser.subject);
  if (!verdict.isSignedIn) {
    const limitKey = await codeKeyOf(deps, guesser, memberKey, form.password);
    const owed = { memberKey, limitKey, upstreamTempToken: verdict.tempToken };
    return { isSignedIn: false, tempToken: await openChallenge(deps, owed, success) };
  }
  const signIn = { memberKey, access: verdict.access, cookies };
  return { isSignedIn: true, signedIn: await completeSignIn(deps, browser, signIn, success) };
}

async function askUpstream(deps: Deps, guesser: Guesser, form: SignInForm, memberKey: string) {
  const signInSource = await signInSourceOf(deps, guesser);
  try {
    return await verifyPassword(deps.upstream, {
      body: { username: form.username, password: form.password },
      ...(signInSource === null ? {} : { signInSource }),
    });
  } catch (error) {
    const isRefusal = error instanceof ShopError && error.status < 500;
    if (isRefusal) deps.log.info("sign_in.refused", { code: error.code, subject: memberKey });
    // Only wrong passwords count, not outages.
    else await takeBack(deps, guesser.limit, guesser.subject);
    throw error;
  }
}

async function openChallenge(
  deps: Deps,
  owed: { memberKey: string; limitKey: string; upstreamTempToken: string },
  success: BatchItem<"sqlite">,
): Promise<string> {
  const now = deps.now();
  const id = randomId(17);
  const upstreamTempToken = await encryptToken(
    deps.config.UPSTREAM_TOKEN_KEY,
    owed.upstreamTempToken,
    id,
  );
  const expiresAt = now + challengeMs;
  const challenge = { ...owed, id, upstreamTempToken, createdAt: now, expiresAt };
  await deps.db.batch([insertChallenge(deps.db, challenge), success]);
  return signToken(deps.config.SESSION_SECRET, "pre_otp", { sub: id, endsAt: expiresAt }, now);
}
