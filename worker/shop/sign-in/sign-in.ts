/**
 * The upstream checks the password; a right one gives a session, or a challenge. Codes are mailed
 * within limits, so that no mailbox is flooded; a guess is counted before it is judged, and one right
 * code makes one session.
 */
import { sixDigits } from "#contract/auth";
import type { RequestOtpAnswer, SignInAnswer, SignInForm } from "#contract/auth";
import { otpResendSeconds } from "#contract/limits";
import type { Locale } from "#contract/locales";
import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { decryptToken, encryptToken, randomId } from "../../platform/crypto.ts";
import * as store from "../../store/second-steps.ts";
import { requestOtp, verifyOtp, verifyPassword, type UpstreamAccess } from "../../upstream/auth.ts";
import { parseJar, serialiseJar } from "../../upstream/cookie-jar.ts";
import { getMe } from "../../upstream/members.ts";
import { mergeGuestCart } from "../carts/cart.ts";
import * as limits from "../limits/enforce-limit.ts";
import * as who from "../limits/guesser.ts";
import { passSecondStep } from "../second-step/manage-second-step.ts";
import { asMember } from "../sessions/as-member.ts";
import * as sessions from "../sessions/manage-sessions.ts";
import { signToken, type SignedIn } from "../sessions/tokens.ts";

export async function checkPassword(deps: Deps, browser: sessions.BrowserFacts, form: SignInForm) {
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
  return openChallenge(deps, { ...owner, secret: verdict.tempToken, memberId: null }, success);
}

function failureOf({ limit, subject }: who.Guesser): readonly limits.LimitOf[] {
  const own: limits.LimitOf = [limit, subject];
  return limit === "sign-in:browser" ? [own] : [own, ["sign-in:all", limits.everybody]];
}

async function askUpstream(deps: Deps, guesser: who.Guesser, form: SignInForm, memberKey: string) {
  const signInSource = await who.signInSourceOf(deps, guesser);
  try {
    return await verifyPassword(deps.upstream, { body: { ...form }, signInSource });
  } catch (error) {
    const isRefusal = error instanceof ShopError && error.status < 500;
    // Only wrong passwords count, not outages.
    const about = { subject: memberKey, client: await deps.clientKey() };
    if (isRefusal) deps.log.info("sign_in.refused", { code: error.code, ...about });
    else await limits.takeBack(deps, ...failureOf(guesser));
    throw error;
  }
}

export type SignInOutcome = SignedIn | { owes: Extract<SignInAnswer, { requires_2fa: true }> };

interface AcceptedSignIn extends Omit<sessions.UpstreamSignIn, "memberId"> {
  limitKey: string;
}

/** A session, or a challenge for the own second step. `success` runs even if the upstream fails. */
async function completeSignIn(
  deps: Deps,
  browser: sessions.BrowserFacts,
  signIn: AcceptedSignIn,
  success: BatchItem<"sqlite">,
): Promise<SignInOutcome> {
  const { token: bearer } = signIn.access;
  const { body: member } = await getMe(deps.upstream, { bearer }).catch(async (error: unknown) => {
    await deps.db.batch([success]);
    throw error;
  });
  const memberId = member.id;
  const started = await sessions.startSession(deps, browser, { ...signIn, memberId }, success);
  if (started === null) {
    const { memberKey, limitKey } = signIn;
    const secret = serialiseSignIn(signIn);
    return openChallenge(deps, { memberKey, limitKey, memberId, secret });
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
  return started;
}

const challengeMs = 15 * 60 * 1000;

interface Owed extends Pick<store.ChallengeRow, "memberKey" | "limitKey"> {
  /** The upstream's temporary token, or `serialiseSignIn` where the own step is owed. */
  secret: string;
  /** Set where the own step is owed: nothing has to be sent. */
  memberId: string | null;
}

/** Its token is good for the second step only. Runs `success`, where given, in the same batch. */
async function openChallenge(
  deps: Deps,
  { secret, ...owed }: Owed,
  success?: BatchItem<"sqlite">,
): Promise<SignInOutcome> {
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
  const insert = store.insertChallenge(deps.db, challenge);
  await deps.db.batch(success === undefined ? [insert] : [insert, success]);
  const content = { sub: id, endsAt: expiresAt };
  const temp_token = await signToken(deps.config.SESSION_SECRET, "pre_otp", content, now);
  const step = owed.memberId === null ? {} : ({ second_step: "app" } as const);
  return { owes: { temp_token, requires_2fa: true, ...step } };
}

function openSecret(deps: Deps, challenge: store.ChallengeRow): Promise<string | null> {
  return decryptToken(deps.config.UPSTREAM_TOKEN_KEY, challenge.upstreamTempToken, challenge.id);
}

type PendingSignIn = Pick<sessions.UpstreamSignIn, "access" | "cookies">;

function serialiseSignIn({ access, cookies }: PendingSignIn): string {
  return JSON.stringify({ access, cookies: serialiseJar(cookies) });
}

/** `text` was written by `serialiseSignIn` and authenticated since. */
function parseSignIn(text: string): PendingSignIn {
  const { access, cookies } = JSON.parse(text) as { access: UpstreamAccess; cookies: string };
  return { access, cookies: parseJar(cookies) };
}

const longestCodeMs = 10 * 60 * 1000;
const outages: string[] = ["upstream_unavailable", "upstream_maintenance", "upstream_failed"];

export async function requestCode(deps: Deps, id: string, address: string, language: Locale) {
  const challenge = await store.findOpenChallenge(deps.db, id, deps.now());
  const bearer = challenge && (await openSecret(deps, challenge));
  if (challenge === null || bearer === null) throw new ShopError("token_invalid");
  // Nothing to send: the code is in the member's app.
  if (challenge.memberId !== null) return answer(challenge.expiresAt, deps.now());
  // The address first, so that an address over its limit cannot use up the member's sends.
  const counted: readonly limits.LimitOf[] = [
    ["otp-send:address", address],
    ["otp-send:member", store.limitKeyOf(challenge)],
    ["otp-send:all", limits.everybody],
  ];
  await limits.enforceLimits(deps, counted);
  const sentAt = deps.now();
  const asked = { body: { language_code: language }, locale: language, bearer };
  const { body } = await requestOtp(deps.upstream, asked).catch(async (error: unknown) => {
    // Nothing was sent, so nothing counts. After a timeout the code may have been sent.
    if (error instanceof ShopError && outages.includes(error.code))
      await limits.takeBack(deps, ...counted);
    throw error;
  });
  const expiresAt = Math.min(body.expiresAt ?? Infinity, sentAt + longestCodeMs);
  // Not earlier: the old code would get more guesses.
  await store.recordCodeSent(deps.db, challenge.id, expiresAt, sentAt);
  deps.log.info("sign_in.code_sent", { subject: challenge.memberKey });
  return answer(expiresAt, sentAt);
}

function answer(expiresAt: number, sentAt: number): RequestOtpAnswer {
  return {
    expires_at: new Date(expiresAt).toISOString(),
    resend_at: new Date(sentAt + otpResendSeconds * 1000).toISOString(),
  };
}

const guessLimits = ["otp-guess:member", "otp-guess:in-a-row"] as const;

export async function verifyCode(
  deps: Deps,
  id: string,
  browser: sessions.BrowserFacts,
  code: string,
) {
  const challenge = await store.countGuess(deps.db, id, deps.now());
  if (challenge === null) throw await whyNotCounted(deps, id);
  const limitKey = store.limitKeyOf(challenge);
  for (const name of guessLimits) await limits.enforceLimit(deps, name, limitKey);
  const about = { subject: challenge.memberKey, client: await deps.clientKey() };
  const accepted = await judge(deps, challenge, code).catch((error: unknown) => {
    if (error instanceof ShopError)
      deps.log.info("sign_in.code_refused", { code: error.code, ...about });
    throw error;
  });
  if (!(await store.claimChallenge(deps.db, challenge.id, deps.now())))
    throw new ShopError("token_invalid");
  const { memberKey, memberId } = challenge;
  const signIn = { ...accepted, memberKey, limitKey, hasPassedSecondStep: memberId !== null };
  const success = limits.clearLimits(deps, guessLimits, limitKey);
  return completeSignIn(deps, browser, signIn, success);
}

async function whyNotCounted(deps: Deps, id: string): Promise<ShopError> {
  const challenge = await store.findOpenChallenge(deps.db, id, deps.now());
  if (challenge === null) return new ShopError("token_invalid");
  const hasCode = challenge.codeExpiresAt !== null && challenge.codeExpiresAt > deps.now();
  const about = { subject: challenge.memberKey, client: await deps.clientKey() };
  if (hasCode) deps.log.warn("sign_in.guesses_exhausted", about);
  return new ShopError(hasCode ? "otp_exhausted" : "otp_expired");
}

async function judge(deps: Deps, challenge: store.ChallengeRow, code: string) {
  const secret = await openSecret(deps, challenge);
  if (secret === null) throw new ShopError("token_invalid");
  if (challenge.memberId !== null) {
    await passSecondStep(deps, challenge.memberId, code);
    return parseSignIn(secret);
  }
  if (!sixDigits.test(code)) throw new ShopError("otp_wrong");
  const verified = await verifyOtp(deps.upstream, { body: { code }, bearer: secret });
  return { access: verified.body, cookies: verified.cookies };
}
