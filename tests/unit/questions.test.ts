/** When ECPay is asked about attempts at paying: the plan, and the busiest hours of a shop that follows it. */
import { expect, test } from "vitest";
import { asking } from "#ecpay/vocabulary";
import { nextQuestion, type Question } from "../../worker/shop/payments/reconcile.ts";
import { seeded } from "../support/experiment.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const weekMs = 7 * day;
const attempt = { createdAt: 0, expiresAt: weekMs };

/** Each asked `laterBy` after it is due. */
function plan(isShort: boolean, laterBy = 0): number[] {
  const asked: number[] = [];
  for (let now = 0; now < attempt.expiresAt; now = asked.at(-1) ?? 0)
    asked.push(nextQuestion(attempt, asking, now, isShort).at + laterBy);
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
});

test("a question that comes late puts the next one off, so that two do for half an hour (R52)", () => {
  expect(plan(true, 5 * minute)).toEqual([15 * minute, 30 * minute, weekMs + 5 * minute]);
});

test("only what is asked about an attempt that is no longer watched closely may wait for others", () => {
  const mayWait = (now: number, isShort: boolean) =>
    nextQuestion(attempt, asking, now, isShort).mayWait;
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

/** The order of `dueQueries` in `worker/store/due-queries.ts`, which `tests/workerd/questions.test.ts` runs. */
function inOrder<One extends Question>(due: One[], now: number): One[] {
  const isLate = ({ at }: One) => at <= now - 9 * minute;
  return [
    ...due.filter((one) => !isLate(one)).sort((one, other) => one.at - other.at),
    ...due.filter(isLate).sort((one, other) => other.at - one.at),
  ];
}

test("of 10,000 attempts a day all are asked about in time, also in their busiest hours, at 30 questions a minute (R52)", () => {
  const most = asking.mostPerMinute;
  expect(most).toBeLessThanOrEqual(30);
  expect(plan(true).length * 10_000).toBeLessThan((most * day) / minute);
  const chance = seeded(52);
  let open: (Question & typeof attempt)[] = [];
  const lateBy: number[] = [];
  for (let now = 0; now < 8 * 60 * minute; now += minute) {
    // The busiest hour has 8.4 in a hundred of a day's attempts, which are 14 a minute.
    for (let begun = 0; begun < 14; begun += 1) {
      const createdAt = now - chance.below(minute);
      const next = nextQuestion({ createdAt, expiresAt: createdAt + weekMs }, asking, createdAt);
      open.push({ createdAt, expiresAt: createdAt + weekMs, ...next });
    }
    const due = open.filter(({ at }) => at <= now);
    const asked = inOrder(due, now).slice(0, most);
    for (const one of asked) {
      lateBy.push(now - one.at);
      Object.assign(one, nextQuestion(one, asking, now, asked.length === most));
    }
    open = open.filter(({ mayWait }) => !mayWait);
  }
  expect(lateBy.length).toBeGreaterThan(8 * 60 * 14);
  expect(Math.max(...lateBy)).toBeLessThan(9 * minute);
  expect(open.filter(({ at }) => at <= 8 * 60 * minute - 9 * minute)).toEqual([]);
});
