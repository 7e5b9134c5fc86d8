import { Hono, type Context } from "hono";
import {
  changePasswordBody,
  forgotPasswordBody,
  legacySignInForm,
  requestOtpBody,
  signInForm,
  verifyOtpBody,
  type SignInAnswer,
  type SignInForm,
  passwordConfirmation,
} from "#contract/auth";
import { registration, type Registration } from "#contract/member";
import type { App } from "../context.ts";
import {
  actorOf,
  bearerOf,
  challengeOf,
  liveMember,
  requireLiveMember,
  requireSecondStep,
  requireMember,
} from "../middleware/actor.ts";
import { browserFacts, clientAddress } from "../middleware/browser-facts.ts";
import { browserCookie, browserCookieMaxAgeSeconds, refreshCookie } from "../middleware/cookies.ts";
import { formBody, jsonBody, small, paramsOf } from "../middleware/validate.ts";
import type { SignedIn } from "../shop/sessions/tokens.ts";
import {
  logOut,
  endAllOtherSessions,
  endOwnSession,
  listSessions,
} from "../shop/sessions/manage-sessions.ts";
import { refreshSession } from "../shop/sessions/refresh-session.ts";
import { changePassword } from "../shop/sign-in/change-password.ts";
import { checkPassword } from "../shop/sign-in/check-password.ts";
import type { SignInOutcome } from "../shop/sign-in/complete-sign-in.ts";
import { registerMember } from "../shop/sign-in/register-member.ts";
import { requestCode } from "../shop/sign-in/request-code.ts";
import { sendTemporaryPassword } from "../shop/sign-in/send-temporary-password.ts";
import { verifyCode } from "../shop/sign-in/verify-code.ts";
import { getMe } from "../upstream/members.ts";
import * as z from "zod/mini";
import { id } from "#contract/fields";

export const sessions = new Hono<App>({ strict: false });

sessions.get("/", requireMember, async (c) =>
  c.json({ data: await listSessions(c.get("deps"), actorOf(c)) }),
);

sessions.delete("/", requireLiveMember, jsonBody(passwordConfirmation, small), async (c) => {
  await endAllOtherSessions(c.get("deps"), actorOf(c), c.req.valid("json").password);
  return c.body(null, 204);
});

sessions.delete(
  "/:id",
  requireLiveMember,
  paramsOf(z.strictObject({ id })),
  jsonBody(passwordConfirmation, small),
  async (c) => {
    const actor = actorOf(c);
    const { id: sessionId } = c.req.valid("param");
    await endOwnSession(c.get("deps"), actor, sessionId, c.req.valid("json").password);
    if (sessionId === actor.sessionId) refreshCookie.clear(c);
    return c.body(null, 204);
  },
);

export const auth = new Hono<App>({ strict: false });

auth.post("/login/access-token", formBody(signInForm), (c) => signIn(c, c.req.valid("form")));
auth.post("/login/password-verify", formBody(signInForm), (c) => signIn(c, c.req.valid("form")));

auth.post("/login/request-otp", requireSecondStep, jsonBody(requestOtpBody, small), async (c) => {
  const { language_code } = c.req.valid("json");
  return c.json(await requestCode(c.get("deps"), challengeOf(c), clientAddress(c), language_code));
});

auth.post("/login/verify-otp", requireSecondStep, jsonBody(verifyOtpBody, small), async (c) => {
  const { code } = c.req.valid("json");
  return outcomeOf(c, await verifyCode(c.get("deps"), challengeOf(c), browserFacts(c), code));
});

auth.post("/refresh", async (c) =>
  signedIn(c, await refreshSession(c.get("deps"), refreshCookie.read(c))),
);

auth.post("/logout", async (c) => {
  await logOut(c.get("deps"), refreshCookie.read(c), bearerOf(c));
  refreshCookie.clear(c);
  // Not "storage": that would also remove language, location and the guest's cart.
  c.header("Clear-Site-Data", '"cache"');
  return c.body(null, 204);
});

auth.post(
  "/change-password",
  liveMember({ beforePasswordChange: true }),
  jsonBody(changePasswordBody, small),
  async (c) => {
    return c.json(await changePassword(c.get("deps"), actorOf(c), c.req.valid("json")));
  },
);

auth.post("/register", jsonBody(registration, small), (c) => register(c, c.req.valid("json")));

auth.post("/forgot-password", jsonBody(forgotPasswordBody, small), async (c) => {
  const { email, language } = c.req.valid("json");
  await sendTemporaryPassword(c.get("deps"), clientAddress(c), email, language);
  return c.json({ message: "accepted" });
});

export const legacyMembers = new Hono<App>({ strict: false });

legacyMembers.post("/login/access-token", formBody(legacySignInForm), (c) =>
  signIn(c, c.req.valid("form")),
);
legacyMembers.post("/register", jsonBody(registration, small), (c) =>
  register(c, c.req.valid("json")),
);
legacyMembers.post("/login/test-token", requireLiveMember, async (c) => {
  const { body } = await getMe(c.get("deps").upstream, {});
  return c.json(body);
});

async function signIn(c: Context<App>, form: SignInForm) {
  return outcomeOf(c, await checkPassword(c.get("deps"), browserFacts(c), form));
}

function outcomeOf(c: Context<App>, outcome: SignInOutcome) {
  if (outcome.isSignedIn) return signedIn(c, outcome.signedIn);
  const { tempToken, secondStep } = outcome;
  const answer: SignInAnswer = { temp_token: tempToken, requires_2fa: true };
  return c.json(secondStep === "app" ? { ...answer, second_step: secondStep } : answer);
}

async function register(c: Context<App>, wish: Registration) {
  await registerMember(c.get("deps"), clientAddress(c), wish);
  return c.json({ message: "accepted" }, 201);
}

function signedIn(c: Context<App>, { answer, refresh, browserId }: SignedIn) {
  refreshCookie.set(c, refresh.token, refresh.maxAgeSeconds);
  if (browserId !== undefined) browserCookie.set(c, browserId, browserCookieMaxAgeSeconds);
  return c.json(answer);
}
