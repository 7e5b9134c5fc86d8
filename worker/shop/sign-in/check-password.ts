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
  await enforceLimit(deps, "sign-in:address", browser.address);
  const memberKey = await memberKeyOf(deps, form.username);
  const { body: verdict, cookies } = await askUpstream(deps, browser, form, memberKey);
  const success = takeBack(deps, "sign-in:address", browser.address);
  if (!verdict.isSignedIn)
    return {
      isSignedIn: false,
      tempToken: await openChallenge(deps, memberKey, verdict.tempToken, success),
    };
  return {
    isSignedIn: true,
    signedIn: await completeSignIn(deps, browser, { access: verdict.access, cookies }, success),
  };
}

async function askUpstream(deps: Deps, browser: BrowserFacts, form: SignInForm, memberKey: string) {
  try {
    return await verifyPassword(deps.upstream, {
      body: { username: form.username, password: form.password },
    });
  } catch (error) {
    const isRefusal = error instanceof ShopError && error.status < 500;
    if (isRefusal) deps.log.info("sign_in.refused", { code: error.code, subject: memberKey });
    // Only wrong passwords count, not outages.
    else await takeBack(deps, "sign-in:address", browser.address);
    throw error;
  }
}

async function openChallenge(
  deps: Deps,
  memberKey: string,
  upstreamTempToken: string,
  success: BatchItem<"sqlite">,
): Promise<string> {
  const now = deps.now();
  const id = randomId(17);
  const sealed = await encryptToken(deps.config.UPSTREAM_TOKEN_KEY, upstreamTempToken, id);
  const expiresAt = now + challengeMs;
  const challenge = { id, memberKey, upstreamTempToken: sealed, createdAt: now, expiresAt };
  await deps.db.batch([insertChallenge(deps.db, challenge), success]);
  return signToken(deps.config.SESSION_SECRET, "pre_otp", { sub: id, endsAt: expiresAt }, now);
}
