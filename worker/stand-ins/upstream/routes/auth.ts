import { Hono, type Context } from "hono";
import { type App, type MemberRow, isDocumentedOnly } from "../app.ts";
import {
  changePasswordBody,
  forgotPasswordBody,
  registration,
  requestOtpBody,
  signInForm,
  verifyOtpBody,
} from "../wire.ts";
import { actorOf, bearerOf, guesserOf, requireGoodToken, requireMember } from "../http/actor.ts";
import { readForm, readJson } from "../http/body.ts";
import { refusal } from "../http/refusal.ts";
import { changePassword, resetPassword, registerMember } from "../identity/accounts.ts";
import { checkPassword, policy } from "../identity/passwords.ts";
import { randomText } from "../identity/crypto.ts";
import { codeLetter, sendMail } from "../mail.ts";
import { takePlace } from "../store/limits.ts";
import { challengeWith, guess, newChallenge, otpSeconds } from "../store/mailed-secrets.ts";
import {
  accessSeconds,
  endFamily,
  explainRefusal,
  findActor,
  issueTempToken,
  rotate,
  startFamily,
  useTempToken,
  type TokenPair,
  refreshSeconds,
} from "../store/tokens.ts";

export const auth = new Hono<App>({ strict: false });

/** The shop's own limits are tighter; this one protects mailboxes from other callers. */
const codesAnHour = 10;

auth.get("/password-policy", requireGoodToken, (c) => c.json(policy));

export async function register(c: Context<App>) {
  const id = await registerMember(c.get("deps"), await readJson(c, registration));
  return c.json({ id, message: "註冊成功，臨時密碼已寄至您的電子郵件" }, 201);
}
auth.post("/register", (c) => register(c));

/** From any sign-in call a two-step member gets only a temporary token. */
export async function signIn(c: Context<App>) {
  const { db, now } = c.get("deps");
  const form = await readForm(c, signInForm);
  const guesser = await guesserOf(c);
  const member = await checkPassword(c.get("deps"), guesser, form.username, form.password);
  if (member.twoStep) {
    const temp_token = await issueTempToken(db, member.id, now);
    return c.json({ temp_token, requires_2fa: true });
  }
  return signedIn(c, member, await startFamily(db, member.id, now));
}
auth.post("/login/password-verify", (c) => signIn(c));
auth.post("/login/access-token", (c) => signIn(c));

function signedIn(c: Context<App>, member: MemberRow, pair: TokenPair) {
  setRefreshCookie(c, pair.refresh);
  return c.json({
    access_token: pair.access,
    must_change_password: member.mustChangePassword,
    token_type: "bearer",
    expires_in: accessSeconds,
  });
}

auth.post("/login/request-otp", async (c) => {
  const { db, now } = c.get("deps");
  const { member } = await actorOf(c, "temp");
  const { language_code: locale } = await readJson(c, requestOtpBody);
  const limit = { key: `code-mail:${member.id}`, most: codesAnHour, windowSeconds: 3600 };
  if (!(await takePlace(db, limit, now))) throw refusal("too_many_requests");
  const code = randomText("0123456789", 6);
  const challenge = await newChallenge(bearerOf(c), member.id, code);
  await db.batch([
    challengeWith(db, challenge, now),
    sendMail(db, codeLetter(member.email, locale, code), now),
  ]);
  return c.json({ expires_at: new Date(now + otpSeconds * 1000).toISOString() });
});

auth.post("/login/verify-otp", async (c) => {
  const { db, now } = c.get("deps");
  const { member } = await actorOf(c, "temp");
  const { code } = await readJson(c, verifyOtpBody);
  const verdict = await guess(db, bearerOf(c), code, now);
  if (verdict !== "right") throw refusal(verdict);
  await useTempToken(db, bearerOf(c), now);
  return signedIn(c, member, await startFamily(db, member.id, now));
});

auth.post("/refresh", async (c) => {
  const { db, now } = c.get("deps");
  const old = sentRefreshToken(c);
  if (!old) throw refusal("refresh_token_missing");
  const pair = await rotate(db, old, now);
  if (!pair) throw refusal(await explainRefusal(db, old, now));
  const actor = await findActor(db, "access", pair.access, now);
  if (!actor) throw refusal("token_revoked");
  if (actor.member.state === "disabled") throw refusal("account_disabled");
  return signedIn(c, actor.member, pair);
});

auth.post("/logout", requireMember, async (c) => {
  const { db, now } = c.get("deps");
  await endFamily(db, c.get("actor").familyId, now);
  clearRefreshCookie(c);
  return c.json({ message: "已登出" });
});

auth.post("/change-password", requireMember, async (c) => {
  await changePassword(c.get("deps"), c.get("actor"), await readJson(c, changePasswordBody));
  return c.json({ message: "密碼已變更" });
});

auth.post("/forgot-password", async (c) => {
  const { email, language } = await readJson(c, forgotPasswordBody);
  await resetPassword(c.get("deps"), email, language);
  return c.json({ message: "若此電子郵件已註冊，臨時密碼已寄出" });
});

/**
 * The refresh token's cookie. The documents give neither its name nor its characters; with
 * DOCUMENTED_ONLY both are unusual, and the value must come back unchanged.
 */
const plain = { name: "refresh_token", prefix: "" };
const unusual = { name: "sid.v2", prefix: "s:+/%2B%3A=" };
const attributes = "Path=/api/v1/auth; HttpOnly; Secure; SameSite=Strict";

const cookieOf = (c: Context<App>) => (isDocumentedOnly(c.env) ? unusual : plain);

function setRefreshCookie(c: Context<App>, token: string): void {
  const { name, prefix } = cookieOf(c);
  c.header("Set-Cookie", `${name}=${prefix}${token}; Max-Age=${refreshSeconds}; ${attributes}`, {
    append: true,
  });
}

function clearRefreshCookie(c: Context<App>): void {
  c.header("Set-Cookie", `${cookieOf(c).name}=; Max-Age=0; ${attributes}`, { append: true });
}

/** Null without the cookie. The value is not decoded. */
function sentRefreshToken(c: Context<App>): string | null {
  const { name, prefix } = cookieOf(c);
  const start = `${name}=${prefix}`;
  const pairs = (c.req.header("Cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || null;
}
