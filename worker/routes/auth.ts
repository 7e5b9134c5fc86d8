import { Hono, type Context } from "hono";
import * as contract from "#contract/auth";
import { registration, type Registration } from "#contract/member";
import type { App } from "../context.ts";
import { bearerOf, policy } from "../middleware/policy.ts";
import * as browser from "../middleware/browser-facts.ts";
import type { SignedIn } from "../shop/sessions/tokens.ts";
import * as owned from "../shop/sessions/manage-sessions.ts";
import * as account from "../shop/sign-in/account.ts";
import { checkPassword, type SignInOutcome } from "../shop/sign-in/sign-in.ts";
import { requestCode, verifyCode } from "../shop/sign-in/sign-in.ts";
import { getMe } from "../upstream/members.ts";
import * as own from "../shop/second-step/manage-second-step.ts";

const live = { who: "member", live: true, maxKib: 8 } as const;
const confirmed = { ...live, json: contract.passwordConfirmation } as const;

export const auth = new Hono<App>();

auth.get("/sessions", policy({ who: "member" }), async (c) =>
  c.json({ data: await owned.listSessions(c.var.deps, c.var.actor) }),
);

auth.delete("/sessions", policy(confirmed), async (c) => {
  await owned.endAllOtherSessions(c.var.deps, c.var.actor, c.req.valid("json").password);
  return c.body(null, 204);
});

auth.delete("/sessions/:id", policy(confirmed), async (c) => {
  const { deps, actor } = c.var;
  const id = c.req.param("id");
  await owned.endOwnSession(deps, actor, id, c.req.valid("json").password);
  if (id === actor.sessionId) browser.refreshCookie.clear(c);
  return c.body(null, 204);
});

const signInRow = { who: "anyone", form: contract.signInForm } as const;
const registerRow = { who: "anyone", json: registration, maxKib: 8 } as const;

auth.post("/login/access-token", policy(signInRow), (c) => signIn(c, c.req.valid("form")));
auth.post("/login/password-verify", policy(signInRow), (c) => signIn(c, c.req.valid("form")));

const owesCode = { who: "second step", maxKib: 8 } as const;

auth.post(
  "/login/request-otp",
  policy({ ...owesCode, json: contract.requestOtpBody }),
  async (c) => {
    const { deps, challengeId } = c.var;
    const { language_code } = c.req.valid("json");
    return c.json(await requestCode(deps, challengeId, browser.clientAddress(c), language_code));
  },
);

auth.post("/login/verify-otp", policy({ ...owesCode, json: contract.verifyOtpBody }), async (c) => {
  const { deps, challengeId } = c.var;
  const { code } = c.req.valid("json");
  return outcomeOf(c, await verifyCode(deps, challengeId, browser.browserFacts(c), code));
});

auth.post("/refresh", policy({ who: "refresh cookie" }), async (c) =>
  signedIn(c, await owned.refreshSession(c.var.deps, browser.refreshCookie.read(c))),
);

auth.post("/logout", policy({ who: "anyone" }), async (c) => {
  await owned.logOut(c.var.deps, browser.refreshCookie.read(c), bearerOf(c));
  browser.refreshCookie.clear(c);
  // Not "storage": that would also remove language, location and the guest's cart.
  c.header("Clear-Site-Data", '"cache"');
  return c.body(null, 204);
});

const change = { ...live, beforePasswordChange: true, json: contract.changePasswordBody } as const;

auth.post("/change-password", policy(change), async (c) =>
  c.json(await account.changePassword(c.var.deps, c.var.actor, c.req.valid("json"))),
);

auth.post("/register", policy(registerRow), (c) => register(c, c.req.valid("json")));

const forgotten = { who: "anyone", json: contract.forgotPasswordBody, maxKib: 8 } as const;

auth.post("/forgot-password", policy(forgotten), async (c) => {
  const { email, language } = c.req.valid("json");
  await account.sendTemporaryPassword(c.var.deps, browser.clientAddress(c), email, language);
  return c.json({ message: "accepted" });
});

export const legacyMembers = new Hono<App>();

const legacyRow = { who: "anyone", form: contract.legacySignInForm } as const;
legacyMembers.post("/login/access-token", policy(legacyRow), (c) => signIn(c, c.req.valid("form")));
legacyMembers.post("/register", policy(registerRow), (c) => register(c, c.req.valid("json")));
legacyMembers.post("/login/test-token", policy(live), async (c) =>
  c.json((await getMe(c.var.deps.upstream, {})).body),
);

async function signIn(c: Context<App>, form: contract.SignInForm) {
  return outcomeOf(c, await checkPassword(c.var.deps, browser.browserFacts(c), form));
}

function outcomeOf(c: Context, outcome: SignInOutcome) {
  return "owes" in outcome ? c.json(outcome.owes) : signedIn(c, outcome);
}

async function register(c: Context<App>, wish: Registration) {
  await account.registerMember(c.var.deps, browser.clientAddress(c), wish);
  return c.json({ message: "accepted" }, 201);
}

function signedIn(c: Context, { answer, refresh, browserId }: SignedIn) {
  browser.refreshCookie.set(c, refresh.token, refresh.maxAgeSeconds);
  if (browserId !== undefined) browser.browserCookie.set(c, browserId);
  return c.json(answer);
}

auth.get("/second-step", policy({ who: "member" }), async (c) =>
  c.json(await own.getSecondStep(c.var.deps, c.var.actor)),
);

auth.post("/second-step", policy(confirmed), async (c) => {
  const { deps, actor } = c.var;
  await account.confirmPassword(deps, actor, c.req.valid("json").password);
  return c.json({ secret: await own.beginOwnSecondStep(deps, actor) }, 201);
});

auth.post("/second-step/confirm", policy({ ...live, json: contract.secondStepCode }), async (c) => {
  const { deps, actor } = c.var;
  const codes = await own.confirmOwnSecondStep(deps, actor, c.req.valid("json").code);
  return c.json({ recovery_codes: codes });
});

auth.post("/second-step/recovery-codes", policy(confirmed), async (c) => {
  const { deps, actor } = c.var;
  await account.confirmPassword(deps, actor, c.req.valid("json").password);
  return c.json({ recovery_codes: await own.renewRecoveryCodes(deps, actor) });
});

auth.post("/second-step/off", policy(confirmed), async (c) => {
  const { deps, actor } = c.var;
  await account.confirmPassword(deps, actor, c.req.valid("json").password);
  await own.endOwnSecondStep(deps, actor);
  return c.body(null, 204);
});
