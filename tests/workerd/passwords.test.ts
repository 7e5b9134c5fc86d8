/** Passwords in a signed-in browser: what is asked for one again, and what a new one changes. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ErrorCode } from "#contract/errors";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { endAllOtherSessions, endOwnSession } from "../../worker/shop/sessions/manage-sessions.ts";
import { changePassword } from "../../worker/shop/sign-in/change-password.ts";
import { limits, sessions } from "../../worker/store/schema.ts";
import { db, refuses } from "./database.ts";
import { actor, failing, here, reasons, refused, signIn, welcoming } from "./member-sessions.ts";
import { portsWith, type Answers } from "./ports.ts";

const isRight = { access_token: "of the check" };
const passwordAnswers =
  (verdict: unknown): Answers =>
  (path, request) => {
    if (path !== "/auth/login/password-verify") return welcoming(path, request);
    if (verdict instanceof Error) throw verdict;
    return verdict;
  };

test("a member ends one session or all others with the password, and what the check opened is closed again", async () => {
  await signIn();
  await signIn({ id: "phone" });
  await signIn({ id: "tablet" });
  await signIn({ id: "laptop" });
  await signIn({ id: "chen's", memberId: "chen" });
  const { deps, asked, finished } = portsWith({ answers: passwordAnswers(isRight) });
  const bearers = () =>
    asked.filter(({ path }) => path === "/auth/logout").map(({ bearer }) => bearer);
  await endOwnSession(deps, actor, "phone", "a password");
  await finished();
  expect(bearers().sort()).toEqual(["of the check", "token of phone"]);
  await refuses(endOwnSession(deps, actor, "chen's", "p"), "not_found");
  await endAllOtherSessions(deps, actor, "a password");
  await finished();
  expect(bearers()).toEqual(expect.arrayContaining(["token of laptop", "token of tablet"]));
  expect(await reasons()).toEqual({
    [here]: null,
    phone: "ended_by_member",
    tablet: "ended_by_member",
    laptop: "ended_by_member",
    "chen's": null,
  });
  expect(await db.select().from(limits)).toMatchObject([{ count: 0 }]);
});

const bug = new TypeError("a mistake of ours");
test.each<[string, unknown, ErrorCode | undefined, number]>([
  ["a wrong password", refused("wrong_credentials"), "wrong_old_password", 1],
  ["another 401", refused("upstream_refused"), "wrong_old_password", 1],
  ["a lock", refused("account_locked", 423), "account_locked", 1],
  ["an outage", new ShopError("upstream_unavailable"), "upstream_unavailable", 0],
  ["a mistake of ours", bug, undefined, 0],
])("%s ends nothing; only guesses count", async (_what, verdict, code, count) => {
  await signIn();
  await signIn({ id: "phone" });
  const { deps } = portsWith({ answers: passwordAnswers(verdict) });
  const ended = endAllOtherSessions(deps, actor, "a guess");
  await (code === undefined ? expect(ended).rejects.toBe(bug) : refuses(ended, code));
  expect(await reasons()).toEqual({ [here]: null, phone: null });
  expect(await db.select().from(limits)).toMatchObject([{ count }]);
});

test("a check that opened nothing closes nothing, and one that cannot be closed costs nobody anything", async () => {
  await signIn();
  const owes = portsWith({
    answers: passwordAnswers({ temp_token: "ticket", requires_2fa: true }),
  });
  await endAllOtherSessions(owes.deps, actor, "a password");
  await owes.finished();
  expect(owes.heard).not.toContain("/auth/logout");
  const right = passwordAnswers(isRight);
  const stuck = portsWith({
    answers: (path, request) => {
      if (path === "/auth/logout") throw new ShopError("upstream_unavailable");
      return right(path, request);
    },
  });
  await endAllOtherSessions(stuck.deps, actor, "a password");
  await stuck.finished();
  expect(stuck.heard).toContain("/auth/logout");
});

const body = {
  old_password: "a mailed password",
  new_password: "Zephyr-velvet-93-quartz",
  confirm_password: "Zephyr-velvet-93-quartz",
};

test("a changed password ends the member's other sessions and lifts the obligation here", async () => {
  await signIn({ mustChangePassword: true });
  await signIn({ id: "phone" });
  const { deps, finished, heard } = portsWith({ answers: welcoming });
  expect(await changePassword(deps, actor, body)).toMatchObject({ must_change_password: false });
  await finished();
  expect(heard).toEqual(["/members/me", "/auth/change-password", "/auth/logout"]);
  expect(await reasons()).toEqual({ [here]: null, phone: "password_changed" });
  const [row] = await db.select().from(sessions).where(eq(sessions.id, here));
  expect(row?.mustChangePassword).toBe(false);
});

test("a password that others would guess is refused before the upstream sees it", async () => {
  await signIn();
  for (const word of ["meiling1988", "rosewood1988", "Password123!"]) {
    const { deps, heard } = portsWith({ answers: welcoming });
    await refuses(
      changePassword(deps, actor, { ...body, new_password: word }),
      "password_guessable",
    );
    expect(heard).toEqual(["/members/me"]);
  }
});

test("an upstream that does not say who the member is takes nothing but their names from the check", async () => {
  await signIn();
  const silent = portsWith({ answers: failing(new ShopError("upstream_timeout"), "/members/me") });
  await refuses(
    changePassword(silent.deps, actor, { ...body, new_password: "Password123!" }),
    "password_guessable",
  );
  expect(await changePassword(silent.deps, actor, body)).toMatchObject({ token_type: "bearer" });
  for (const error of [refused("token_revoked"), new TypeError("a mistake of ours")]) {
    const { deps } = portsWith({ answers: failing(error, "/members/me") });
    await expect(changePassword(deps, actor, body)).rejects.toBe(error);
  }
});
