/** `worker/shop/payments/query-times.ts`: when the gateway is asked about an attempt that nobody has reported. */
import { expect, test } from "vitest";
import { nextQueryAt } from "../../worker/shop/payments/query-times.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const begun = Date.UTC(2026, 10, 21, 12);
const attempt = { createdAt: begun, expiresAt: begun + 7 * dayMs };
const nextAfter = (passed: number) => nextQueryAt(attempt, [10, 20, 40], begun + passed) - begun;

test.each([
  ["at its beginning", 0, 10 * minuteMs],
  ["before the first time", 10 * minuteMs - 1, 10 * minuteMs],
  ["at the first time", 10 * minuteMs, 20 * minuteMs],
  ["before the last of the first hour", 40 * minuteMs - 1, 40 * minuteMs],
  ["after it", 40 * minuteMs, dayMs],
  ["before a day is over", dayMs - 1, dayMs],
  ["at the end of a day", dayMs, 2 * dayMs],
  ["on the seventh day", 6 * dayMs, 7 * dayMs],
  ["at its end", 7 * dayMs, 7 * dayMs],
])(
  "an attempt is asked about in its first hour, then daily until it runs out: %s",
  (_w, at, next) => {
    expect(nextAfter(at)).toBe(next);
  },
);

test("the last question is that of its end, within a day too", () => {
  const short = { createdAt: begun, expiresAt: begun + dayMs / 2 };
  expect(nextQueryAt(short, [10], begun + 20 * minuteMs)).toBe(short.expiresAt);
});
