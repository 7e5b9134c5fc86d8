import { eq, sql, type SQL } from "drizzle-orm";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { encryptToken } from "../../worker/platform/crypto.ts";
import { refreshUpstreamTokens } from "../../worker/shop/sessions/as-member.ts";
import * as tokens from "../../worker/store/sessions.ts";
import { sessions, settings } from "../../worker/store/schema.ts";
import * as store from "../../worker/store/sessions.ts";
import type { CookieJar } from "../../worker/upstream/cookie-jar.ts";
import { dayMs, db, minuteMs, noon, refuses, secondMs, sessionOf, signInMei } from "./database.ts";
import { type Answers, key, mei, portsWith } from "./ports.ts";

const findLive = async (id: string, now: number) =>
  (await store.selectLiveSession(db, id, now).get()) ?? null;
const idleMs = 14 * dayMs;
const firstUse = { hash: "first", successorHashes: ["second"], generation: 0 };
const useFirst = { ...firstUse, sessionId: "mei's browser" };
const rotate = (changes: Partial<tokens.Rotation> = {}) =>
  tokens.rotateRefreshToken(db, { ...useFirst, now: noon + minuteMs, idleMs, ...changes });
const useSecond = { hash: "second", successorHashes: ["third"], generation: 1 };

test("of Mei's twenty tabs one uses the token, and all get the same successor (R11)", async () => {
  await signInMei();
  const tabs = Array.from({ length: 20 }, (_, index) => rotate({ now: noon + minuteMs + index }));
  const outcomes = await Promise.all(tabs);
  expect(outcomes.filter(({ won }) => won)).toHaveLength(1);
  for (const { newestSuccessor, session } of outcomes)
    expect([newestSuccessor, session]).toEqual(["second", expect.anything()]);
  expect(await tokens.wasIssued(db, "mei's browser", "second")).toBe(true);
  expect(await tokens.wasIssued(db, "another browser", "second")).toBe(false);
});

test("a refresh keeps Mei signed in for two more weeks, but not past the end of her session (R13)", async () => {
  await signInMei({ absoluteEndsAt: noon + 20 * dayMs });
  expect((await rotate()).session?.idleEndsAt).toBe(noon + minuteMs + idleMs);
  const last = await rotate({ ...useSecond, now: noon + 10 * dayMs });
  expect(last.session?.idleEndsAt).toBe(noon + 20 * dayMs);
});

test("when Mei has signed out her token makes no successor, though she is still signed in elsewhere", async () => {
  await signInMei();
  await signInOnPhone();
  await store.endSession(db, "mei's browser", "logout", noon);
  const nothing = { won: false, session: null, newestSuccessor: null };
  expect(await rotate()).toEqual({ ...nothing, token: { usedAt: null } });
  expect(await tokens.wasIssued(db, "mei's browser", "second")).toBe(false);
});

test("a token that was never issued, or of another generation, opens nothing", async () => {
  await signInMei();
  expect(await rotate({ hash: "guessed" })).toMatchObject({ won: false, token: null });
  expect(await rotate({ generation: 1 })).toMatchObject({ won: false, token: null });
  expect(await meisSession(), "nor does it keep her signed in").toMatchObject({ lastSeenAt: noon });
  expect(await rotate(), "and hers is still good").toMatchObject({ won: true });
});

test("a refresh concerns its own session, token and moment alone", async () => {
  await signInMei();
  await signInOnPhone();
  await rotate();
  const [phone] = await db.select().from(sessions).where(eq(sessions.id, "phone"));
  expect(phone).toMatchObject({ lastSeenAt: noon, idleEndsAt: noon + 14 * dayMs });
  const others = await rotate({ hash: "of the phone" });
  expect(others, "of another session").toMatchObject({ won: false, token: null });
  const theirs = { sessionId: "phone", hash: "of the phone", successorHashes: ["phone's second"] };
  const now = noon + 2 * minuteMs;
  const next = { won: true, token: { usedAt: now }, newestSuccessor: "phone's second" };
  const session = { id: "phone", lastSeenAt: now };
  expect(await rotate({ ...theirs, now })).toMatchObject({ ...next, session });
});

async function meisSession(): Promise<store.SessionRow> {
  const found = await findLive(mei.sessionId, noon);
  if (found === null) throw new Error("the session is over");
  return found;
}

async function begin(jar: CookieJar): Promise<void> {
  const upstreamRefresh = await encryptToken(key, JSON.stringify(jar), mei.sessionId);
  await signInMei({ upstreamRefresh });
}

const refresh = async (answers: Answers) =>
  refreshUpstreamTokens(portsWith({ answers }).deps, await meisSession());

test("an upstream that never sets its cookie anew is asked with the old one, time after time", async () => {
  await begin({ sid: "first" });
  const { deps, asked } = portsWith({ answers: () => ({ access_token: "next" }) });
  for (let count = 0; count < 3; count += 1) await refreshUpstreamTokens(deps, await meisSession());
  expect(asked.map(({ cookies }) => cookies)).toEqual([1, 2, 3].map(() => ({ sid: "first" })));
  expect((await meisSession()).upstreamVersion).toBe(3);
});

test.each([401, 403, 400] as const)("a refusal with %i ends the session", async (status) => {
  await begin({ sid: "first" });
  const refused = refresh(() => new ShopError("upstream_refused", { status }));
  await refuses(refused, "token_revoked");
  expect(await findLive(mei.sessionId, noon)).toBeNull();
});

test.each(["upstream_timeout", "upstream_unavailable", "too_many_requests"] as const)(
  "after %s the session goes on, and the next request may ask at once",
  async (code) => {
    await begin({ sid: "first" });
    const failing = () => new ShopError(code);
    await refuses(refresh(failing), code);
    const renewed = await refresh(() => ({ access_token: "renewed" }));
    expect(renewed.upstreamVersion).toBe(1);
  },
);

const here = "mei's browser";
const isLive = async (id = here, now = noon) => (await findLive(id, now)) !== null;
const signInOnPhone = (memberId = "mei") => signInMei({ id: "phone", memberId }, "of the phone");

test("a session ends by idleness, by its absolute end, and at no other moment (R13)", async () => {
  await signInMei();
  await signInMei({ id: "busy", idleEndsAt: noon + 90 * dayMs }, "of the busy one");
  const ends = { [here]: noon + 14 * dayMs, busy: noon + 60 * dayMs };
  for (const [id, end] of Object.entries(ends))
    expect([await isLive(id, end - 1), await isLive(id, end)], id).toEqual([true, false]);
});

test("raising the epoch ends every session and forgets its browser, and who signs in afterwards is not concerned", async () => {
  await signInMei({ memberKey: "mei's key", browserHash: "laptop" });
  await db.insert(settings).values({ name: "session_epoch", value: 1 });
  expect([await isLive(), await isKnown()]).toEqual([false, false]);
  await signInOnPhone();
  expect(await isLive("phone")).toBe(true);
});

const held = (id = here, upstreamVersion = 0) => ({ id, upstreamVersion });
const lease = (version = 0, now = noon) =>
  tokens.leaseUpstreamRefresh(db, held(here, version), now, 10 * secondMs);
const fresh = { upstreamAccess: "fresh", upstreamRefresh: null };

test("of ten calls that meet an expired upstream token one refreshes it", async () => {
  await signInMei();
  const leased = await Promise.all(Array.from({ length: 10 }, () => lease()));
  expect(leased.filter(Boolean)).toHaveLength(1);
});

test("who was handed the old tokens cannot refresh them again, nor write over the new ones", async () => {
  await signInMei();
  await lease();
  await tokens.saveUpstreamTokens(db, held(), fresh);
  expect(await lease(0, noon + minuteMs)).toBe(false);
  await tokens.saveUpstreamTokens(db, held(), { ...fresh, upstreamAccess: "stale" });
  const saved = { upstreamAccess: "fresh", upstreamVersion: 1, upstreamRefreshLeaseUntil: 0 };
  expect(await findLive(here, noon)).toMatchObject(saved);
  expect(await lease(1)).toBe(true);
});

test("a refresh that failed may be tried at once, one that died when its lease is over, and none of an ended session", async () => {
  await signInMei();
  await lease();
  await tokens.releaseUpstreamRefresh(db, held());
  expect(await findLive(here, noon)).toMatchObject({ upstreamRefreshLeaseUntil: 0 });
  expect(await lease()).toBe(true);
  const over = noon + 10 * secondMs;
  expect([await lease(0, over), await lease(0, over + 1)]).toEqual([false, true]);
  await store.endSession(db, here, "logout", noon);
  expect(await lease(0, noon + dayMs)).toBe(false);
});

test("the upstream's tokens of one browser are nobody else's", async () => {
  await signInMei();
  await signInOnPhone();
  await lease();
  await tokens.releaseUpstreamRefresh(db, held("phone"));
  expect(await lease(), "its lease stands").toBe(false);
  await tokens.saveUpstreamTokens(db, held("phone"), fresh);
  const before = { upstreamAccess: "sealed", upstreamVersion: 0 };
  expect(await findLive(here, noon)).toMatchObject(before);
  await tokens.saveUpstreamTokens(db, held(), { ...fresh, upstreamRefresh: "cookies" });
  const theirs = { upstreamRefresh: null, upstreamVersion: 1 };
  expect(await findLive("phone", noon)).toMatchObject(theirs);
  expect(await tokens.leaseUpstreamRefresh(db, held("phone", 1), noon, minuteMs)).toBe(true);
  expect((await findLive(here, noon))?.upstreamRefreshLeaseUntil).toBe(0);
});

const isKnown = (browserHash = "laptop", memberKey = "mei's key", now = noon) =>
  store.isKnownBrowser(db, memberKey, browserHash, now);
let signedIn = 0;
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

test.each<[store.EndReason, boolean]>([
  ["logout", true],
  ["replaced", true],
  ["upstream_refused", true],
  ["ended_by_member", false],
  ["password_changed", false],
  ["refresh_replay", false],
])("a session that ended by %s leaves its browser known: %s", async (reason, stays) => {
  await store.endSession(db, await signIn(), reason, noon);
  expect(await isKnown()).toBe(stays);
});

test("a browser is known for ninety days, and as one of the last twenty sign-ins", async () => {
  await signIn();
  const isKnownAt = (now: number) => isKnown("laptop", "mei's key", now);
  expect(await isKnownAt(noon + 90 * dayMs - 1)).toBe(true);
  expect(await isKnownAt(noon + 90 * dayMs)).toBe(false);
  for (let other = 1; other <= 20; other += 1) {
    expect(await isKnown()).toBe(true);
    await signIn({ browserHash: `phone ${other}`, createdAt: noon + other });
  }
  expect(await isKnown()).toBe(false);
});

test("the last session of a browser decides, not an earlier one", async () => {
  await store.endSession(db, await signIn(), "logout", noon);
  const later = await signIn({ createdAt: noon + 1 });
  expect(await isKnown()).toBe(true);
  await store.endSessionOfMember(db, "mei", later, noon);
  expect(await isKnown()).toBe(false);
});

test.each([
  ["ending all others", undefined],
  ["a changed password", "password_changed"],
] as const)("%s forgets every other browser of the member, signed out ones too", async (_, why) => {
  const own = await signIn();
  await store.endSession(db, await signIn({ browserHash: "phone" }), "logout", noon);
  await signIn({ browserHash: "tablet" });
  await signIn({ ...chen, browserHash: "chen's" });
  await store.endOtherSessions(db, "mei", own, noon, why);
  const known = [await isKnown(), await isKnown("phone"), await isKnown("tablet")];
  expect(known).toEqual([true, false, false]);
  expect(await isKnown("chen's", "chen's key")).toBe(true);
});

const chen = { memberId: "chen", memberKey: "chen's key" };
const renamed = { browserHash: "renamed", createdAt: noon + 1 };
const chensSignIn = sessionOf({ id: "chen's", ...chen, ...renamed });
const signInChen = (when?: SQL) =>
  db.batch(store.insertSession(db, chensSignIn, "of chen", "token of mei's", "laptop", when));

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
  expect(await findLive("mei's", noon)).not.toBeNull();
  expect(await findLive("chen's", noon)).toBeNull();
  expect(await tokens.wasIssued(db, "chen's", "of chen")).toBe(false);
  await signInChen();
  const third = sessionOf({ id: "third", createdAt: noon + 2 });
  await db.batch(store.insertSession(db, third, "of the third", "token of mei's"));
  const [first] = await db.select().from(sessions).where(eq(sessions.id, "mei's"));
  expect(first, "ended once").toMatchObject({ endedAt: noon + 1 });
});
