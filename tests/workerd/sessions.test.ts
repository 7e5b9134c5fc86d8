import { expect, test } from "vitest";
import { settings } from "../../worker/store/schema.ts";
import { endSession, findLiveSession } from "../../worker/store/sessions.ts";
import {
  leaseUpstreamRefresh,
  releaseUpstreamRefresh,
  saveUpstreamTokens,
} from "../../worker/store/upstream-tokens.ts";
import { db, dayMs, minuteMs, noon, secondMs, signInMei } from "./database.ts";

const here = "mei's browser";
const isLive = async (id = here, now = noon) => (await findLiveSession(db, id, now)) !== null;
const signInOnPhone = (memberId = "mei") => signInMei({ id: "phone", memberId }, "of the phone");

test("a session ends by idleness, by its absolute end, and at no other moment (R13)", async () => {
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
