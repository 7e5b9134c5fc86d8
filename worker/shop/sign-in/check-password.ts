/** The upstream checks the password; a right one gives a session, or a challenge. */
import type { SignInForm } from "#contract/auth";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { verifyPassword, type UpstreamAccess } from "../../upstream/auth.ts";
import * as limits from "../limits/enforce-limit.ts";
import * as who from "../limits/guesser.ts";
import { startSession, type BrowserFacts, type UpstreamSignIn } from "../sessions/start-session.ts";
import type { BatchItem } from "drizzle-orm/batch";
import { decryptToken, encryptToken, randomId } from "../../platform/crypto.ts";
import { insertChallenge, type ChallengeRow } from "../../store/second-steps.ts";
import { parseJar, serialiseJar, type CookieJar } from "../../upstream/cookie-jar.ts";
import { getMe } from "../../upstream/members.ts";
import { mergeGuestCart } from "../carts/cart.ts";
import { asMember } from "../sessions/as-member.ts";
import { signToken, type SignedIn } from "../sessions/tokens.ts";

export async function checkPassword(
  deps: Deps,
  browser: BrowserFacts,
  form: SignInForm,
): Promise<SignInOutcome> {
  const memberKey = await who.memberKeyOf(deps, form.username);
  const guesser = await who.guesserOf(deps, browser, form.username);
  const failure = failureOf(guesser);
  await limits.enforceLimits(deps, failure);
  const { body: verdict, cookies } = await askUpstream(deps, guesser, form, memberKey);
  const success = limits.takeBack(deps, ...failure);
  const limitKey = await who.codeKeyOf(deps, guesser, memberKey, form.password);
  const owner = { memberKey, limitKey };
  // By password and guesser, so that nobody keeps out others; before a code is used up.
  const rate = limits.enforceRate(deps, "sign-in", "member", `${limitKey}:${guesser.subject}`);
  await rate.catch(async (error: unknown) => {
    await deps.db.batch([success]);
    throw error;
  });
  if (verdict.isSignedIn) {
    const signIn = { ...owner, access: verdict.access, cookies, hasPassedSecondStep: false };
    return completeSignIn(deps, browser, signIn, success);
  }
  const challenge = { ...owner, secret: verdict.tempToken, memberId: null };
  const tempToken = await openChallenge(deps, challenge, success);
  return { isSignedIn: false, tempToken, secondStep: "mail" };
}

function failureOf({ limit, subject }: who.Guesser): readonly limits.LimitOf[] {
  const own: limits.LimitOf = [limit, subject];
  return limit === "sign-in:browser" ? [own] : [own, ["sign-in:all", limits.everybody]];
}

async function askUpstream(deps: Deps, guesser: who.Guesser, form: SignInForm, memberKey: string) {
  const signInSource = await who.signInSourceOf(deps, guesser);
  try {
    const { username, password } = form;
    const source = signInSource === null ? {} : { signInSource };
    return await verifyPassword(deps.upstream, { body: { username, password }, ...source });
  } catch (error) {
    const isRefusal = error instanceof ShopError && error.status < 500;
    // Only wrong passwords count, not outages.
    const about = { subject: memberKey, client: await deps.clientKey() };
    if (isRefusal) deps.log.info("sign_in.refused", { code: error.code, ...about });
    else await limits.takeBack(deps, ...failureOf(guesser));
    throw error;
  }
}

export type SignInOutcome =
  | { isSignedIn: true; signedIn: SignedIn }
  | { isSignedIn: false; tempToken: string; secondStep: "mail" | "app" };

interface AcceptedSignIn extends Omit<UpstreamSignIn, "memberId"> {
  limitKey: string;
}

/** A session, or a challenge for the own second step. `success` runs even if the upstream fails. */
export async function completeSignIn(
  deps: Deps,
  browser: BrowserFacts,
  signIn: AcceptedSignIn,
  success: BatchItem<"sqlite">,
): Promise<SignInOutcome> {
  const { token: bearer } = signIn.access;
  const { body: member } = await getMe(deps.upstream, { bearer }).catch(async (error: unknown) => {
    await deps.db.batch([success]);
    throw error;
  });
  const memberId = member.id;
  const started = await startSession(deps, browser, { ...signIn, memberId }, success);
  if (started === null) {
    const { memberKey, limitKey } = signIn;
    const owed = { memberKey, limitKey, memberId, secret: serialiseSignIn(signIn) };
    const tempToken = await openChallenge(deps, owed);
    return { isSignedIn: false, tempToken, secondStep: "app" };
  }
  const { session, guestCart } = started;
  deps.log.info("sign_in.succeeded", { sessionId: session.id, client: await deps.clientKey() });
  const asThem = asMember(deps, { memberId, sessionId: session.id }, { session });
  const { guestCartId } = browser;
  // The sign-in does not depend on the cart: an unmerged one stays for the next time.
  if (guestCartId !== null)
    await mergeGuestCart(asThem, guestCart, { guestCartId, memberId }).catch((error: unknown) =>
      deps.log.error("cart.merge_failed", { error }),
    );
  return { isSignedIn: true, signedIn: started };
}

const challengeMs = 15 * 60 * 1000;

interface Owed extends Pick<ChallengeRow, "memberKey" | "limitKey"> {
  /** The upstream's temporary token, or `serialiseSignIn` where the own step is owed. */
  secret: string;
  /** Set where the own step is owed: nothing has to be sent. */
  memberId: string | null;
}

/** Its token is good for the second step only. Runs `success`, where given, in the same batch. */
async function openChallenge(deps: Deps, { secret, ...owed }: Owed, success?: BatchItem<"sqlite">) {
  const now = deps.now();
  const id = randomId(17);
  const expiresAt = now + challengeMs;
  const challenge = {
    ...owed,
    id,
    upstreamTempToken: await encryptToken(deps.config.UPSTREAM_TOKEN_KEY, secret, id),
    createdAt: now,
    expiresAt,
    ...(owed.memberId === null ? {} : { sentAt: now, codeExpiresAt: expiresAt }),
  };
  const insert = insertChallenge(deps.db, challenge);
  await deps.db.batch(success === undefined ? [insert] : [insert, success]);
  return signToken(deps.config.SESSION_SECRET, "pre_otp", { sub: id, endsAt: expiresAt }, now);
}

export function openSecret(deps: Deps, challenge: ChallengeRow): Promise<string | null> {
  return decryptToken(deps.config.UPSTREAM_TOKEN_KEY, challenge.upstreamTempToken, challenge.id);
}

export interface PendingSignIn {
  access: UpstreamAccess;
  cookies: CookieJar;
}

function serialiseSignIn({ access, cookies }: PendingSignIn): string {
  return JSON.stringify({ access, cookies: serialiseJar(cookies) });
}

/** `text` was written by `serialiseSignIn` and authenticated since. */
export function parseSignIn(text: string): PendingSignIn {
  const { access, cookies } = JSON.parse(text) as { access: UpstreamAccess; cookies: string };
  return { access, cookies: parseJar(cookies) };
}
