import { expect, test } from "vitest";
import { settings } from "../../worker/store/schema.ts";
import {
  endOtherSessions,
  endSession,
  endSessionOfMember,
  findLiveSession,
  selectLiveSessions,
  settlePasswordChange,
} from "../../worker/store/sessions.ts";
import {
  leaseUpstreamRefresh,
  releaseUpstreamRefresh,
  saveUpstreamTokens,
} from "../../worker/store/upstream-tokens.ts";
import { db, dayMs, minuteMs, noon, secondMs, signInMei } from "./database.ts";

const here = "mei's browser";
const isLive = async (id = here, now = noon) => (await findLiveSession(db, id, now)) !== null;
const signInOnPhone = (memberId = "mei") => signInMei({ id: "phone", memberId }, "of the phone");

test("a session ends by idleness, by its absolute end, and at no other moment", async () => {
  await signInMei();
  expect([
    await isLive(here, noon + 14 * dayMs - 1),
    await isLive(here, noon + 14 * dayMs),
  ]).toEqual([true, false]);
  await signInMei({ id: "busy", idleEndsAt: noon + 90 * dayMs }, "of the busy one");
  expect([
    await isLive("busy", noon + 60 * dayMs - 1),
    await isLive("busy", noon + 60 * dayMs),
  ]).toEqual([true, false]);
});

test("raising the epoch ends every session, and who signs in afterwards is not concerned", async () => {
  await signInMei();
  await db.insert(settings).values({ name: "session_epoch", value: 1 });
  expect(await isLive()).toBe(false);
  await signInOnPhone();
  expect(await isLive("phone")).toBe(true);
});

test("of parallel sign-outs one ends the session", async () => {
  await signInMei();
  const ended = await Promise.all(
    Array.from({ length: 10 }, () => endSession(db, here, "logout", noon)),
  );
  expect(ended.filter((row) => row !== null)).toMatchObject([{ endReason: "logout" }]);
});

test("nobody ends a stranger's session, and one's own once", async () => {
  await signInMei();
  expect(await endSessionOfMember(db, "chen", here, noon)).toBeNull();
  expect(await isLive()).toBe(true);
  expect(await endSessionOfMember(db, "mei", here, noon)).not.toBeNull();
  expect(await endSessionOfMember(db, "mei", here, noon)).toBeNull();
});

test("ending all others keeps this one, and other members'", async () => {
  await signInMei();
  await signInOnPhone();
  await signInMei({ id: "chen's", memberId: "chen" }, "of chen");
  expect(await endOtherSessions(db, "mei", here, noon)).toMatchObject([{ id: "phone" }]);
  expect([await isLive(), await isLive("phone"), await isLive("chen's")]).toEqual([
    true,
    false,
    true,
  ]);
});

test("a changed password ends the others and lifts the obligation from this one", async () => {
  await signInMei({ mustChangePassword: true });
  await signInOnPhone();
  await settlePasswordChange(db, "mei", here, noon);
  expect(await selectLiveSessions(db, "mei", noon)).toMatchObject([
    { id: here, mustChangePassword: false },
  ]);
});

test("signing in again in the same browser ends the session before it", async () => {
  await signInMei();
  await signInMei({ id: "again" }, "of the second sign-in", "first");
  expect((await selectLiveSessions(db, "mei", noon)).map(({ id }) => id)).toEqual(["again"]);
});

test("the list holds what is live, the last seen first", async () => {
  await signInMei();
  await signInMei({ id: "phone", lastSeenAt: noon + minuteMs }, "of the phone");
  await signInMei({ id: "old", idleEndsAt: noon }, "of the old one");
  expect((await selectLiveSessions(db, "mei", noon)).map(({ id }) => id)).toEqual(["phone", here]);
});

const lease = (version = 0, now = noon) =>
  leaseUpstreamRefresh(db, here, version, now, 10 * secondMs);
const fresh = { upstreamAccess: "fresh", upstreamRefresh: null };

test("of ten calls that meet an expired upstream token one refreshes it", async () => {
  await signInMei();
  const leased = await Promise.all(Array.from({ length: 10 }, () => lease()));
  expect(leased.filter(Boolean)).toHaveLength(1);
});

test("who was handed the old tokens cannot refresh them again, nor write over the new ones", async () => {
  await signInMei();
  await lease();
  await saveUpstreamTokens(db, here, 0, fresh);
  expect(await lease(0, noon + minuteMs)).toBe(false);
  await saveUpstreamTokens(db, here, 0, { ...fresh, upstreamAccess: "stale" });
  expect(await findLiveSession(db, here, noon)).toMatchObject({
    upstreamAccess: "fresh",
    upstreamVersion: 1,
  });
  expect(await lease(1)).toBe(true);
});

test("a refresh that failed may be tried at once, one that died when its lease is over, and none of an ended session", async () => {
  await signInMei();
  await lease();
  await releaseUpstreamRefresh(db, here, 0);
  expect(await lease()).toBe(true);
  expect([await lease(0, noon + 10 * secondMs), await lease(0, noon + 10 * secondMs + 1)]).toEqual([
    false,
    true,
  ]);
  await endSession(db, here, "logout", noon);
  expect(await lease(0, noon + dayMs)).toBe(false);
});

test("the upstream's tokens of one browser are nobody else's", async () => {
  await signInMei();
  await signInOnPhone();
  await lease();
  await releaseUpstreamRefresh(db, "phone", 0);
  expect(await lease(), "its lease stands").toBe(false);
  await saveUpstreamTokens(db, "phone", 0, fresh);
  expect(await findLiveSession(db, here, noon)).toMatchObject({
    upstreamAccess: "sealed",
    upstreamVersion: 0,
  });
  await saveUpstreamTokens(db, here, 0, { ...fresh, upstreamRefresh: "cookies" });
  expect(await findLiveSession(db, "phone", noon)).toMatchObject({
    upstreamRefresh: null,
    upstreamVersion: 1,
  });
  expect(await leaseUpstreamRefresh(db, "phone", 1, noon, minuteMs)).toBe(true);
  expect(await findLiveSession(db, here, noon)).toMatchObject({ upstreamRefreshLeaseUntil: 0 });
});
