import { asking } from "#ecpay/vocabulary";
import { nextQuestion } from "../../worker/shop/payments/reconcile.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const weekMs = 7 * day;
const attempt = { createdAt: 0, expiresAt: weekMs };

function plan(isShort: boolean, laterBy = 0): number[] {
  const asked: number[] = [];
  for (let now = 0; now < attempt.expiresAt; now = asked.at(-1) ?? 0)
    asked.push(nextQuestion(attempt, asking, now, isShort).nextQueryAt + laterBy);
  return asked;
}

test("attempts are asked about every ten minutes for an hour, then daily to their end (R52)", () => {
  expect(plan(false)).toEqual([
    ...[10, 20, 30, 40, 50, 60].map((minutes) => minutes * minute),
    ...[1, 2, 3, 4, 5, 6, 7].map((days) => days * day),
  ]);
});

test("while more is due than may be asked, an attempt is asked about for half an hour and then at its end only (R52)", () => {
  expect(plan(true)).toEqual([10 * minute, 20 * minute, 30 * minute, weekMs]);
  const mostInADay = (asking.mostPerMinute * day) / minute;
  expect(plan(true).length * 10_000, "attempts in a day").toBeLessThan(mostInADay);
});

test("a question that comes late puts the next one off, so that two do for half an hour (R52)", () => {
  expect(plan(true, 5 * minute)).toEqual([15 * minute, 30 * minute, weekMs + 5 * minute]);
});

test("only what is asked about an attempt that is no longer watched closely may wait for others", () => {
  const mayWait = (now: number, isShort: boolean) =>
    nextQuestion(attempt, asking, now, isShort).queryMayWait;
  for (const [isShort, end] of [
    [false, 60 * minute],
    [true, 25 * minute],
  ] as const)
    expect([0, end - 1, end, day].map((now) => mayWait(now, isShort))).toEqual([
      false,
      false,
      true,
      true,
    ]);
});
