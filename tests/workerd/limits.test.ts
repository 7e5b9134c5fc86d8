import { expect, test } from "vitest";
import { countAgainst, forget, uncount } from "../../worker/store/limits.ts";
import { db, minuteMs, noon, secondMs } from "./database.ts";

const codes = { key: "otp-send:mei", max: 5, windowMs: 60 * minuteMs };
const ask = (now: number, limit: Parameters<typeof countAgainst>[1] = codes) =>
  countAgainst(db, limit, now);

test("of twenty who ask for a code at once, five get one", async () => {
  const waits = await Promise.all(Array.from({ length: 20 }, () => ask(noon)));
  expect(waits.filter((wait) => wait === null)).toHaveLength(5);
  expect(new Set(waits.filter((wait) => wait !== null))).toEqual(new Set([60 * minuteMs]));
});

test("who used up an hour's codes is told how long to wait, and may ask again when the hour is over", async () => {
  for (let count = 0; count < 5; count += 1) expect(await ask(noon)).toBeNull();
  expect(await ask(noon + 20 * minuteMs)).toBe(40 * minuteMs);
  expect(await ask(noon + 60 * minuteMs)).toBeNull();
  expect(await ask(noon + 61 * minuteMs), "a new hour with codes of its own").toBeNull();
});

test("a second code may be asked for a minute after the first", async () => {
  const spaced = { ...codes, spacingMs: minuteMs };
  expect(await ask(noon, spaced)).toBeNull();
  expect(await ask(noon + 15 * secondMs, spaced)).toBe(45 * secondMs);
  expect(await ask(noon + minuteMs, spaced)).toBeNull();
});

test("a code that could not be sent does not count, nor does its minute", async () => {
  const single = { ...codes, max: 1, spacingMs: minuteMs };
  expect(await ask(noon, single)).toBeNull();
  expect(await ask(noon, single)).toBe(60 * minuteMs);
  await uncount(db, codes.key);
  expect(await ask(noon + secondMs, single)).toBeNull();
});

test("one member's limit is not another's, and signing in forgets it", async () => {
  const single = { ...codes, max: 1 };
  expect(await ask(noon, single)).toBeNull();
  expect(await ask(noon, { ...single, key: "otp-send:kenji" })).toBeNull();
  await forget(db, [codes.key]);
  expect(await ask(noon, single)).toBeNull();
  expect(await ask(noon, { ...single, key: "otp-send:kenji" })).not.toBeNull();
});
