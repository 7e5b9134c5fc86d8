import { eq } from "drizzle-orm";
import type { ErrorCode } from "#contract/errors";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { encryptToken, sha256Hex } from "../../worker/platform/crypto.ts";
import { asMember } from "../../worker/shop/sessions/as-member.ts";
import * as owned from "../../worker/shop/sessions/manage-sessions.ts";
import { firstRefreshToken, signToken } from "../../worker/shop/sessions/tokens.ts";
import { sessions, limits } from "../../worker/store/schema.ts";
import { getMe } from "../../worker/upstream/members.ts";
import { changePassword } from "../../worker/shop/sign-in/account.ts";
import { dayMs, db, forgetSessions, noon, refuses, secondMs, signInMei } from "./database.ts";
import { key, portsWith, type Answers, type Around } from "./ports.ts";

const secret = "the session secret of this test";
const here = "mei-s-own-browser";
const actor = { memberId: "mei", sessionId: here };
const cookies = { sid: "cookie" };

/** A session whose upstream tokens open. @returns its refresh token. */
async function signIn(changes: Parameters<typeof signInMei>[0] = {}): Promise<string> {
  const id = changes.id ?? here;
  const token = firstRefreshToken(id);
  const upstreamAccess = await encryptToken(key, `token of ${id}`, id);
  const upstreamRefresh = await encryptToken(key, JSON.stringify(cookies), id);
  const tokens = { upstreamAccess, upstreamRefresh };
  await signInMei({ id, ...tokens, ...changes }, await sha256Hex(token));
  return token;
}

const names = { first_name: "Meiling", last_name: "Chen", company_name: "Rosewood" };
const me = { id: "mei", email: "mei@example.test", ...names };
const welcoming: Answers = (path) => (path === "/members/me" ? me : { access_token: "renewed" });
const failing =
  (error: Error, at: string): Answers =>
  (path, request) =>
    path === at ? error : welcoming(path, request);
const refused = (code: ErrorCode, status = 401) => new ShopError(code, { status });

const reasons = async () =>
  Object.fromEntries(
    (await db.select().from(sessions)).map(({ id, endReason }) => [id, endReason]),
  );

const refresh = (token: string | null, around: Around = {}) =>
  owned.refreshSession(portsWith({ answers: welcoming, ...around }).deps, token);

test("a refresh token has one successor, for every tab and for half a minute", async () => {
  const token = await signIn();
  const { refresh: next, answer, sessionId } = await refresh(token);
  expect([sessionId, answer.expires_in, next.maxAgeSeconds]).toEqual([here, 600, 14 * 86_400]);
  const late = await refresh(token, { now: () => noon + 30 * secondMs });
  expect(late.refresh.token).toBe(next.token);
  expect(await reasons()).toEqual({ [here]: null });
  expect((await refresh(next.token)).refresh.token).not.toBe(next.token);
});

test("a token that comes later still is in two hands: its session ends, once (R12)", async () => {
  const token = await signIn();
  await refresh(token);
  const now = () => noon + 30 * secondMs + 1;
  const { deps, finished, heard, said } = portsWith({ answers: welcoming, now });
  const both = [owned.refreshSession(deps, token), owned.refreshSession(deps, token)];
  const refusal = { status: "rejected", reason: { code: "token_revoked" } };
  expect(await Promise.allSettled(both)).toMatchObject([refusal, refusal]);
  await finished();
  expect(heard).toEqual(["/auth/logout"]);
  expect(said).toContainEqual(["warn", "session.refresh_replay"]);
  expect(await reasons()).toEqual({ [here]: "refresh_replay" });
});

test("a token whose successor has been used is in two hands too, even at once", async () => {
  const token = await signIn();
  const { refresh: next } = await refresh(token);
  await refresh(next.token);
  await refuses(refresh(token), "token_revoked");
  expect(await reasons()).toEqual({ [here]: "refresh_replay" });
});

test("no token, an odd one, one that nobody issued and one of a session that is over are told apart", async () => {
  await refuses(refresh(null), "refresh_token_missing");
  await refuses(refresh("odd"), "token_invalid");
  await refuses(refresh(firstRefreshToken(here)), "token_invalid");
  const full = { own: { allows: () => Promise.resolve(false) } };
  await refuses(refresh(firstRefreshToken(here), full), "too_many_requests");
  const over = await signIn({ endedAt: noon });
  await refuses(refresh(over), "token_revoked");
});

test("a change of the secret in the middle of a refresh signs nobody out", async () => {
  const token = await signIn();
  const { refresh: next } = await refresh(token);
  const config = { SESSION_SECRET: "the next secret", SESSION_SECRET_PREVIOUS: secret };
  expect((await refresh(token, { config })).refresh.token).toBe(next.token);
});

test.each([refused("account_disabled", 403), refused("token_revoked")])(
  "whom the upstream no longer lets in (%s) gets no new token",
  async (error) => {
    const token = await signIn();
    await refuses(refresh(token, { answers: () => error }), "token_revoked");
    expect(await reasons()).toEqual({ [here]: "upstream_refused" });
  },
);

test("an upstream that cannot be reached signs nobody out, and is given two seconds", async () => {
  const token = await signIn();
  const answers = failing(new ShopError("upstream_timeout"), "/members/me");
  const { deps, asked } = portsWith({ answers });
  expect((await owned.refreshSession(deps, token)).refresh.token).not.toBe(token);
  expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual([2000]);
});

test("a mistake of ours while asking the upstream is no reason to sign anybody out", async () => {
  const token = await signIn();
  const bug = new TypeError("a mistake of ours");
  await expect(refresh(token, { answers: failing(bug, "/members/me") })).rejects.toBe(bug);
  expect(await reasons()).toEqual({ [here]: null });
});

test("near its end a session gives tokens for what is left of it", async () => {
  const token = await signIn({ absoluteEndsAt: noon + 90 * secondMs });
  const { answer, refresh: next } = await refresh(token);
  expect([answer.expires_in, next.maxAgeSeconds]).toEqual([90, 90]);
});

const accessOf = (id = here) =>
  signToken(secret, "access", { sub: "mei", sid: id, endsAt: noon + dayMs }, noon);

test.each<[string, (token: string) => Promise<[string | null, string | null]>]>([
  ["the cookie", (token) => Promise.resolve([token, null])],
  ["the access token", async () => [null, await accessOf()]],
  ["both", async (token) => [token, await accessOf()]],
])("%s is enough to sign out, here and at the upstream, once", async (_what, held) => {
  const token = await signIn();
  const { deps, asked, finished } = portsWith({});
  await owned.logOut(deps, ...(await held(token)));
  await finished();
  expect(await reasons()).toEqual({ [here]: "logout" });
  expect(asked).toMatchObject([{ path: "/auth/logout", bearer: `token of ${here}`, cookies }]);
});

test("who holds nothing, or what is nobody's, signs nobody out", async () => {
  await signIn();
  const { deps, finished, heard } = portsWith({});
  await owned.logOut(deps, null, null);
  await owned.logOut(deps, firstRefreshToken(here), "odd");
  await finished();
  expect([await reasons(), heard]).toEqual([{ [here]: null }, []]);
});

async function signOutAt(answers: Answers, config = {}, token?: string) {
  const { deps, asked, finished } = portsWith({ config, answers });
  await owned.logOut(deps, token ?? (await signIn()), null);
  await finished();
  return asked.map(({ path, bearer }) => [path, bearer]);
}

test("an expired upstream token is renewed once to sign out with; an upstream that fails is left alone", async () => {
  const old = `token of ${here}`;
  const expired: Answers = (_path, { bearer }) =>
    bearer === old ? refused("token_invalid") : { access_token: "renewed" };
  const first = ["/auth/logout", old];
  const renewal = ["/auth/refresh", undefined];
  expect(await signOutAt(expired)).toEqual([first, renewal, ["/auth/logout", "renewed"]]);
  await forgetSessions();
  expect(await signOutAt(() => new ShopError("upstream_unavailable"))).toEqual([first]);
});

test("without cookies nothing is renewed, and without a readable token nothing is sent", async () => {
  const bare = await signIn({ upstreamRefresh: null });
  const expired: Answers = () => refused("token_invalid");
  expect(await signOutAt(expired, {}, bare)).toEqual([["/auth/logout", `token of ${here}`]]);
  const other = await signIn({ id: "another-browser-s" });
  expect(await signOutAt(expired, { UPSTREAM_TOKEN_KEY: "another" }, other)).toEqual([]);
});

async function callAs(answers: Answers, options = {}, request = {}, config = {}) {
  const { deps, asked } = portsWith({ config, answers });
  const called = getMe(asMember(deps, actor, options).upstream, request);
  const outcome = await called.then(({ body }) => body.id).catch(String);
  const calls = asked.filter(({ path }) => path === "/members/me");
  return { outcome, bearers: calls.map(({ bearer }) => bearer) };
}

test("a call is made with the member's token, or with its own", async () => {
  await signIn();
  expect((await callAs(welcoming)).bearers).toEqual([`token of ${here}`]);
  expect((await callAs(welcoming, {}, { bearer: "its own" })).bearers).toEqual(["its own"]);
  const session = (await db.select().from(sessions))[0];
  await db.delete(sessions);
  expect((await callAs(welcoming, { session })).outcome, "as it was read before").toBe("mei");
});

test("a refused token is renewed and the call repeated, once", async () => {
  await signIn();
  const renewing =
    (stays: boolean): Answers =>
    (path, request) => {
      const isRefused = stays || request.bearer === `token of ${here}`;
      const answers = isRefused ? failing(refused("token_invalid"), "/members/me") : welcoming;
      return answers(path, request);
    };
  const bearersOfBoth = [`token of ${here}`, "renewed"];
  expect(await callAs(renewing(false))).toEqual({ outcome: "mei", bearers: bearersOfBoth });
  const { bearers } = await callAs(renewing(true));
  expect(bearers).toEqual(["renewed", "renewed"]);
});

test("another failure is not repeated", async () => {
  await signIn();
  const failure = failing(refused("upstream_refused", 422), "/members/me");
  const { bearers, outcome } = await callAs(failure);
  expect([bearers.length, outcome]).toEqual([1, expect.stringContaining("upstream_refused")]);
});

test("when the session is over a call fails, except one that strangers may make too", async () => {
  await signIn({ endedAt: noon });
  const { bearers, outcome } = await callAs(welcoming);
  expect([bearers, outcome]).toEqual([[], expect.stringContaining("token_revoked")]);
  const anonymous = { outcome: "mei", bearers: [undefined] };
  expect(await callAs(welcoming, { orAnonymous: true })).toEqual(anonymous);
  await forgetSessions();
  await signIn();
  const down = failing(new ShopError("upstream_unavailable"), "/members/me");
  expect((await callAs(down, { orAnonymous: true })).bearers, "an outage").toHaveLength(1);
});

test("a member whom the upstream has shut out is signed out by the first call", async () => {
  await signIn();
  await callAs(failing(refused("account_disabled", 403), "/members/me"));
  expect(await reasons()).toEqual({ [here]: "upstream_refused" });
});

test("a session whose key is gone is over", async () => {
  await signIn();
  const { bearers, outcome } = await callAs(welcoming, {}, {}, { UPSTREAM_TOKEN_KEY: "another" });
  expect([bearers, outcome]).toEqual([[], expect.stringContaining("token_revoked")]);
  expect(await reasons()).toEqual({ [here]: "upstream_refused" });
});

test("a new password that is owed stands before everything else", async () => {
  await signIn({ mustChangePassword: true });
  expect((await callAs(welcoming)).outcome).toContain("password_change_required");
  expect((await callAs(welcoming, { beforePasswordChange: true })).outcome).toBe("mei");
});

test("another member's session is nobody's", async () => {
  await signIn({ memberId: "chen" });
  expect((await callAs(welcoming)).outcome).toContain("token_revoked");
});

test("members see their own live sessions, and which is this one", async () => {
  await signIn();
  await signIn({ id: "chen-s-own-browser", memberId: "chen" });
  await signIn({ id: "phone-of-mei-once", endedAt: noon });
  await signIn({ id: "phone-of-mei-today", lastSeenAt: noon + secondMs, place: null });
  const listed = await owned.listSessions(portsWith({}).deps, actor);
  expect(listed.map(({ id, current }) => [id, current])).toEqual([
    ["phone-of-mei-today", false],
    [here, true],
  ]);
  const { created_at, last_seen_at, ...where } = listed[0] ?? expect.unreachable();
  expect([created_at, last_seen_at].map(Date.parse)).toEqual([noon, noon + secondMs]);
  expect(where).toMatchObject({ browser: "Firefox", place: null });
});

const isRight = { access_token: "of the check" };
const passwordAnswers =
  (verdict: unknown): Answers =>
  (path, request) =>
    path === "/auth/login/password-verify" ? verdict : welcoming(path, request);

test("a member ends one session or all others with the password, and what the check opened is closed again", async () => {
  for (const id of [here, "phone", "tablet", "laptop"]) await signIn({ id });
  await signIn({ id: "chen's", memberId: "chen" });
  const { deps, asked, finished } = portsWith({ answers: passwordAnswers(isRight) });
  const bearers = () =>
    asked.filter(({ path }) => path === "/auth/logout").map(({ bearer }) => bearer);
  await owned.endOwnSession(deps, actor, "phone", "a password");
  await finished();
  expect(bearers().sort()).toEqual(["of the check", "token of phone"]);
  await refuses(owned.endOwnSession(deps, actor, "chen's", "p"), "not_found");
  await owned.endAllOtherSessions(deps, actor, "a password");
  await finished();
  expect(bearers()).toEqual(expect.arrayContaining(["token of laptop", "token of tablet"]));
  const ended = "ended_by_member";
  const others = { phone: ended, tablet: ended, laptop: ended };
  expect(await reasons()).toEqual({ [here]: null, ...others, "chen's": null });
  expect(await db.select().from(limits)).toMatchObject([{ count: 0 }]);
});

const bug = new TypeError("a mistake of ours");
test.each<[string, unknown, ErrorCode | undefined, number]>([
  ["a wrong password", refused("wrong_credentials"), "wrong_old_password", 1],
  ["a wrong password, said as 400", refused("wrong_credentials", 400), "wrong_old_password", 1],
  ["another 401", refused("upstream_refused"), "wrong_old_password", 1],
  ["a lock", refused("account_locked", 423), "account_locked", 1],
  ["an outage", new ShopError("upstream_unavailable"), "upstream_unavailable", 0],
  ["a mistake of ours", bug, undefined, 0],
])("%s ends nothing; only guesses count", async (_what, verdict, code, count) => {
  await signIn();
  await signIn({ id: "phone" });
  const { deps } = portsWith({ answers: passwordAnswers(verdict) });
  const ended = owned.endAllOtherSessions(deps, actor, "a guess");
  await (code === undefined ? expect(ended).rejects.toBe(bug) : refuses(ended, code));
  expect(await reasons()).toEqual({ [here]: null, phone: null });
  expect(await db.select().from(limits)).toMatchObject([{ count }]);
});

test("a check that opened nothing closes nothing, and one that cannot be closed costs nobody anything", async () => {
  await signIn();
  const owing = passwordAnswers({ temp_token: "ticket", requires_2fa: true });
  const owes = portsWith({ answers: owing });
  await owned.endAllOtherSessions(owes.deps, actor, "a password");
  await owes.finished();
  expect(owes.heard).not.toContain("/auth/logout");
  const right = passwordAnswers(isRight);
  const stuck = portsWith({
    answers: (path, request) =>
      path === "/auth/logout" ? new ShopError("upstream_unavailable") : right(path, request),
  });
  await owned.endAllOtherSessions(stuck.deps, actor, "a password");
  await stuck.finished();
  expect(stuck.heard).toContain("/auth/logout");
});

const new_password = "Zephyr-velvet-93-quartz";
const body = { old_password: "a mailed", new_password, confirm_password: new_password };

test("a changed password ends the member's other sessions and lifts the obligation here", async () => {
  await signIn({ mustChangePassword: true });
  await signIn({ id: "phone" });
  await signIn({ id: "tablet", endedAt: noon });
  await signIn({ id: "chen's", memberId: "chen", mustChangePassword: true });
  const { deps, finished, heard } = portsWith({ answers: welcoming });
  expect(await changePassword(deps, actor, body)).toMatchObject({ must_change_password: false });
  await finished();
  expect(heard).toEqual(["/members/me", "/auth/change-password", "/auth/logout"]);
  const others = { [here]: null, tablet: null, "chen's": null };
  expect(await reasons()).toEqual({ ...others, phone: "password_changed" });
  const owing = await db.select().from(sessions).where(eq(sessions.mustChangePassword, true));
  expect(owing).toMatchObject([{ memberId: "chen" }]);
  expect(await db.select().from(limits)).toMatchObject([{ key: "change-password:member:mei" }]);
});

test.each(["meiling1988", "rosewood1988", "Password123!"])(
  "a password that others would guess is refused before the upstream sees it: %s",
  async (guessed) => {
    await signIn();
    const { deps, heard } = portsWith({ answers: welcoming });
    const asked = changePassword(deps, actor, { ...body, new_password: guessed });
    await refuses(asked, "password_guessable");
    expect(heard).toEqual(["/members/me"]);
  },
);

test("an upstream that does not say who the member is takes nothing but their names from the check", async () => {
  await signIn();
  const silent = portsWith({ answers: failing(new ShopError("upstream_timeout"), "/members/me") });
  const guessed = { ...body, new_password: "Password123!" };
  await refuses(changePassword(silent.deps, actor, guessed), "password_guessable");
  expect(await changePassword(silent.deps, actor, body)).toMatchObject({ token_type: "bearer" });
  for (const error of [refused("token_revoked"), new TypeError("a mistake of ours")]) {
    const { deps } = portsWith({ answers: failing(error, "/members/me") });
    await expect(changePassword(deps, actor, body)).rejects.toBe(error);
  }
});
