import { expect, test } from "vitest";
import {
  findSessionIdOfToken,
  rotateRefreshToken,
  type Rotation,
} from "../../worker/store/refresh-tokens.ts";
import { endSession } from "../../worker/store/sessions.ts";
import { db, dayMs, minuteMs, noon, signInMei } from "./database.ts";

const idleMs = 14 * dayMs;
const rotate = (changes: Partial<Rotation> = {}) =>
  rotateRefreshToken(db, {
    sessionId: "mei's browser",
    hash: "first",
    successorHash: "second",
    generation: 0,
    now: noon + minuteMs,
    idleMs,
    ...changes,
  });
const useSecond = {
  hash: "second",
  successorHash: "third",
  generation: 1,
  now: noon + 2 * minuteMs,
};

test("of Mei's twenty tabs one uses the token, and all get the same successor", async () => {
  await signInMei();
  const tabs = Array.from({ length: 20 }, (_, index) => rotate({ now: noon + minuteMs + index }));
  const outcomes = await Promise.all(tabs);
  expect(outcomes.filter(({ won }) => won)).toHaveLength(1);
  expect(
    outcomes.every(({ successorIsNewest, session }) => successorIsNewest && session !== null),
  ).toBe(true);
  expect(await findSessionIdOfToken(db, "second")).toBe("mei's browser");
});

test("a token that was used before its successor was is recognised as a replay", async () => {
  await signInMei();
  await rotate();
  expect(await rotate(useSecond)).toMatchObject({ won: true });
  expect(await rotate({ now: noon + 3 * minuteMs })).toMatchObject({
    won: false,
    successorIsNewest: false,
    token: { usedAt: noon + minuteMs },
  });
});

test("a refresh keeps Mei signed in for two more weeks, but not past the end of her session", async () => {
  await signInMei({ absoluteEndsAt: noon + 20 * dayMs });
  expect((await rotate()).session?.idleEndsAt).toBe(noon + minuteMs + idleMs);
  expect((await rotate({ ...useSecond, now: noon + 10 * dayMs })).session?.idleEndsAt).toBe(
    noon + 20 * dayMs,
  );
});

test("when Mei has signed out her token makes no successor", async () => {
  await signInMei();
  await endSession(db, "mei's browser", "logout", noon);
  expect(await rotate()).toEqual({
    won: false,
    token: { usedAt: null },
    session: null,
    successorIsNewest: false,
  });
  expect(await findSessionIdOfToken(db, "second")).toBeNull();
});

test("a token that was never issued, or of another generation, opens nothing", async () => {
  await signInMei();
  expect(await rotate({ hash: "guessed" })).toMatchObject({ won: false, token: null });
  expect(await rotate({ generation: 1 })).toMatchObject({ won: false, token: null });
  expect(await rotate(), "and hers is still good").toMatchObject({ won: true });
});
