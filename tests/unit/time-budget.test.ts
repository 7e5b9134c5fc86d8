import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTimeBudget } from "../../worker/upstream/client.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const passTime = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

test("a call gets its own time, or what is left of the request's (R78)", () => {
  const time = createTimeBudget(15_000);
  passTime(60_000);
  expect(time.allow(8_000), "the time begins with the first call").toBe(8_000);
  passTime(8_000);
  expect(time.allow(8_000)).toBe(7_000);
  expect(time.allow(1_500)).toBe(1_500);
  passTime(6_500);
  expect(() => time.allow(8_000), "too little to begin with").toThrow("upstream_timeout");
  expect(time.allow(500)).toBe(500);
  passTime(500);
  expect(() => time.allow(500)).toThrow("upstream_timeout");
});

test("a call that may take longer than others gives the request as much more, once (R78)", () => {
  const time = createTimeBudget(15_000);
  expect(time.allow(20_000)).toBe(20_000);
  passTime(20_000);
  expect(time.allow(20_000)).toBe(7_000);
  expect(time.allow(8_000)).toBe(7_000);
});

test("the schedule has no time for all its calls, only for each (R78)", () => {
  const time = createTimeBudget(null);
  expect(time.allow(8_000)).toBe(8_000);
  passTime(40_000);
  expect(time.allow(8_000)).toBe(8_000);
});
