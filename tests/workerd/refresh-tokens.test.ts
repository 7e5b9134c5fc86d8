import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { encryptToken } from "../../worker/platform/crypto.ts";
import { refreshUpstreamTokens } from "../../worker/shop/sessions/as-member.ts";
import { rotateRefreshToken, type Rotation, wasIssued } from "../../worker/store/refresh-tokens.ts";
import { refreshTokens, sessions } from "../../worker/store/schema.ts";
import { endSession, findLiveSession, type SessionRow } from "../../worker/store/sessions.ts";
import type { CookieJar } from "../../worker/upstream/cookie-jar.ts";
import { dayMs, db, minuteMs, noon, refuses, signInMei } from "./database.ts";
import { type Answers, key, mei, portsWith } from "./ports.ts";

const idleMs = 14 * dayMs;
const rotate = (changes: Partial<Rotation> = {}) =>
  rotateRefreshToken(db, {
    sessionId: "mei's browser",
    hash: "first",
    successorHashes: ["second"],
    generation: 0,
    now: noon + minuteMs,
    idleMs,
    ...changes,
  });
const useSecond = {
  hash: "second",
  successorHashes: ["third"],
  generation: 1,
  now: noon + 2 * minuteMs,
};

test("of Mei's twenty tabs one uses the token, and all get the same successor (R11)", async () => {
  await signInMei();
  const tabs = Array.from({ length: 20 }, (_, index) => rotate({ now: noon + minuteMs + index }));
  const outcomes = await Promise.all(tabs);
  expect(outcomes.filter(({ won }) => won)).toHaveLength(1);
  expect(
    outcomes.every(
      ({ newestSuccessor, session }) => newestSuccessor === "second" && session !== null,
    ),
  ).toBe(true);
  expect(await wasIssued(db, "mei's browser", "second")).toBe(true);
  expect(await wasIssued(db, "another browser", "second")).toBe(false);
});

test("after a change of keys the successor that exists counts, not the one that would be made now (R12)", async () => {
  await signInMei();
  await rotate({ successorHashes: ["by the old key"] });
  const successorHashes = ["by the new key", "by the old key"];
  expect(await rotate({ successorHashes, now: noon + 2 * minuteMs })).toMatchObject({
    won: false,
    newestSuccessor: "by the old key",
  });
  expect(await wasIssued(db, "mei's browser", "by the new key")).toBe(false);
});

test("a refresh keeps Mei signed in for two more weeks, but not past the end of her session (R13)", async () => {
  await signInMei({ absoluteEndsAt: noon + 20 * dayMs });
  expect((await rotate()).session?.idleEndsAt).toBe(noon + minuteMs + idleMs);
  expect((await rotate({ ...useSecond, now: noon + 10 * dayMs })).session?.idleEndsAt).toBe(
    noon + 20 * dayMs,
  );
});

test("when Mei has signed out her token makes no successor, though she is still signed in elsewhere", async () => {
  await signInMei();
  await signInMei({ id: "phone" }, "of the phone");
  await endSession(db, "mei's browser", "logout", noon);
  expect(await rotate()).toEqual({
    won: false,
    token: { usedAt: null },
    session: null,
    newestSuccessor: null,
  });
  expect(await wasIssued(db, "mei's browser", "second")).toBe(false);
});

test("a token that was never issued, or of another generation, opens nothing", async () => {
  await signInMei();
  expect(await rotate({ hash: "guessed" })).toMatchObject({ won: false, token: null });
  expect(await rotate({ generation: 1 })).toMatchObject({ won: false, token: null });
  expect(await rotate(), "and hers is still good").toMatchObject({ won: true });
});

test("a refresh concerns its own session, token and moment alone", async () => {
  await signInMei();
  await signInMei({ id: "phone" }, "of the phone");
  await rotate();
  const [phone] = await db.select().from(sessions).where(eq(sessions.id, "phone"));
  expect(phone).toMatchObject({ lastSeenAt: noon, idleEndsAt: noon + 14 * dayMs });
  expect(await rotate({ hash: "of the phone" }), "of another session").toMatchObject({
    won: false,
    token: null,
  });
  const theirs = { sessionId: "phone", hash: "of the phone", successorHashes: ["phone's second"] };
  expect(await rotate({ ...theirs, now: noon + 2 * minuteMs })).toMatchObject({
    won: true,
    token: { usedAt: noon + 2 * minuteMs },
    session: { id: "phone", lastSeenAt: noon + 2 * minuteMs },
    newestSuccessor: "phone's second",
  });
  const made = await db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, "phone's second"));
  expect(made).toEqual([
    {
      hash: "phone's second",
      sessionId: "phone",
      generation: 1,
      createdAt: noon + 2 * minuteMs,
      usedAt: null,
    },
  ]);
});

async function meisSession(): Promise<SessionRow> {
  const found = await findLiveSession(db, mei.sessionId, noon);
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

test.each([401, 403, 400] as const)(
  "an upstream that refuses with %i ends the session",
  async (status) => {
    await begin({ sid: "first" });
    const refused = refresh(() => {
      throw new ShopError("upstream_refused", { status });
    });
    await refuses(refused, "token_revoked");
    expect(await findLiveSession(db, mei.sessionId, noon)).toBeNull();
  },
);

test.each(["upstream_timeout", "upstream_unavailable", "too_many_requests"] as const)(
  "after %s the session goes on, and the next request may ask at once",
  async (code) => {
    await begin({ sid: "first" });
    const failed = refresh(() => {
      throw new ShopError(code);
    });
    await refuses(failed, code);
    expect(await refresh(() => ({ access_token: "renewed" }))).toMatchObject({
      upstreamVersion: 1,
    });
  },
);
