/** For how long a browser that a member signed in with stays known, so that strangers' guesses do not concern it. */
import { sql, type SQL } from "drizzle-orm";
import { expect, test } from "vitest";
import { isKnownBrowser } from "../../worker/store/known-browsers.ts";
import { wasIssued } from "../../worker/store/refresh-tokens.ts";
import { settings } from "../../worker/store/schema.ts";
import {
  endOtherSessions,
  endSession,
  endSessionOfMember,
  findLiveSession,
  insertSession,
  settlePasswordChange,
  type EndReason,
} from "../../worker/store/sessions.ts";
import { db, dayMs, noon, sessionOf, signInMei } from "./database.ts";

const isKnown = (browserHash = "laptop", memberKey = "mei's key", now = noon) =>
  isKnownBrowser(db, memberKey, browserHash, now);
let signedIn = 0;
/** @returns the session's id. */
async function signIn(changes: Parameters<typeof signInMei>[0] = {}): Promise<string> {
  signedIn += 1;
  const id = `session ${signedIn}`;
  const browser = { memberKey: "mei's key", browserHash: "laptop", ...changes };
  await signInMei({ id, ...browser }, `token of ${id}`);
  return id;
}

test("a browser is known to the member who signed in with it, and for nobody else", async () => {
  expect(await isKnown()).toBe(false);
  await signIn();
  expect(await isKnown()).toBe(true);
  expect([await isKnown("phone"), await isKnown("laptop", "chen's key")]).toEqual([false, false]);
});

test.each<[EndReason, boolean]>([
  ["logout", true],
  ["replaced", true],
  ["upstream_refused", true],
  ["ended_by_member", false],
  ["password_changed", false],
  ["refresh_replay", false],
])("a session that ended by %s leaves its browser known: %s", async (reason, stays) => {
  await endSession(db, await signIn(), reason, noon);
  expect(await isKnown()).toBe(stays);
});

test("a browser is known for ninety days, and as one of the last twenty sign-ins", async () => {
  await signIn();
  expect(await isKnown("laptop", "mei's key", noon + 90 * dayMs - 1)).toBe(true);
  expect(await isKnown("laptop", "mei's key", noon + 90 * dayMs)).toBe(false);
  for (let other = 1; other <= 20; other += 1) {
    expect(await isKnown()).toBe(true);
    await signIn({ browserHash: `phone ${other}`, createdAt: noon + other });
  }
  expect(await isKnown()).toBe(false);
});

test("the last session of a browser decides, not an earlier one", async () => {
  await endSession(db, await signIn(), "logout", noon);
  const later = await signIn({ createdAt: noon + 1 });
  expect(await isKnown()).toBe(true);
  await endSessionOfMember(db, "mei", later, noon);
  expect(await isKnown()).toBe(false);
});

test.each([
  ["ending all others", endOtherSessions],
  ["a changed password", settlePasswordChange],
])("%s forgets every other browser of the member, signed out ones too", async (_, act) => {
  const here = await signIn();
  await endSession(db, await signIn({ browserHash: "phone" }), "logout", noon);
  await signIn({ browserHash: "tablet" });
  await signIn({ memberId: "chen", memberKey: "chen's key", browserHash: "chen's" });
  await act(db, "mei", here, noon);
  expect([await isKnown(), await isKnown("phone"), await isKnown("tablet")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await isKnown("chen's", "chen's key")).toBe(true);
});

const chensSignIn = sessionOf({
  id: "chen's",
  memberId: "chen",
  memberKey: "chen's key",
  browserHash: "renamed",
  createdAt: noon + 1,
});
const signInChen = (when?: SQL) =>
  db.batch(insertSession(db, chensSignIn, "of chen", "token of mei's", "laptop", when));

test("a browser goes on under its new name, for all who signed in with it", async () => {
  await signIn();
  await signInMei({ id: "other", browserHash: null }, "of the other");
  await signInChen();
  expect([await isKnown(), await isKnown("renamed")]).toEqual([false, true]);
  expect(await isKnown("renamed", "chen's key")).toBe(true);
});

test("a sign-in that does not come about changes nothing of the one before it in this browser", async () => {
  const browser = { memberKey: "mei's key", browserHash: "laptop" };
  await signInMei({ id: "mei's", ...browser }, "token of mei's");
  await signInChen(sql`false`);
  expect([await isKnown(), await isKnown("renamed", "chen's key")]).toEqual([true, false]);
  expect(await findLiveSession(db, "mei's", noon)).not.toBeNull();
  expect(await findLiveSession(db, "chen's", noon)).toBeNull();
  expect(await wasIssued(db, "chen's", "of chen")).toBe(false);
  await signInChen();
  expect(await findLiveSession(db, "mei's", noon)).toBeNull();
});

test("raising the epoch forgets every browser", async () => {
  await signIn();
  await db.insert(settings).values({ name: "session_epoch", value: 1 });
  expect(await isKnown()).toBe(false);
});
