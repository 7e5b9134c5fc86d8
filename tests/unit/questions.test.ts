/** When ECPay is asked about attempts at paying: the plan, and a week of a busy shop that follows it. */
import { expect, test } from "vitest";
import { asking } from "#ecpay/vocabulary";
import { nextQuestion, type Question } from "../../worker/shop/payments/query-times.ts";
import { dayOfAttempts, weekMs, type Attempted } from "./abandoned-day.ts";
import { seeded } from "../support/experiment.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
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

interface Open extends Attempted {
  next: Question;
}

/** The order of `dueQueries` in `worker/store/due-queries.ts`, which `tests/workerd/questions.test.ts` runs. */
class Shop {
  readonly #urgent = new Set<Open>();
  /** By the minute in which they are due. */
  readonly #waiting = new Map<number, Open[]>();
  #oldest = Infinity;
  readonly foundAfter: number[] = [];
  readonly perMinute: number[] = [];
  readonly urgentLateBy: number[] = [];
  readonly waitingLateBy: number[] = [];
  ended = 0;

  begin(one: Attempted): void {
    this.#put({ ...one, next: nextQuestion(one, asking, one.createdAt) });
  }

  #put(open: Open): void {
    if (!open.next.mayWait) return void this.#urgent.add(open);
    const bucket = Math.floor(open.next.at / minute);
    this.#oldest = Math.min(this.#oldest, bucket);
    this.#waiting.set(bucket, [...(this.#waiting.get(bucket) ?? []), open]);
  }

  runSchedule(now: number): void {
    const most = asking.mostPerMinute;
    const urgent = [...this.#urgent].filter(({ next }) => next.at <= now);
    const isLate = ({ next }: Open) => next.at <= now - 9 * minute;
    const due = [
      ...urgent.filter((one) => !isLate(one)).sort((one, other) => one.next.at - other.next.at),
      ...urgent.filter(isLate).sort((one, other) => other.next.at - one.next.at),
    ].slice(0, most);
    due.push(...this.#takeWaiting(now, most - due.length));
    for (const [index, open] of due.entries()) {
      this.#urgent.delete(open);
      const lateBy = open.next.mayWait ? this.waitingLateBy : this.urgentLateBy;
      lateBy.push(now - open.next.at);
      this.#ask(open, now + 500 + index * 250, due.length === most);
    }
    this.perMinute.push(due.length);
  }

  #takeWaiting(now: number, most: number): Open[] {
    const taken: Open[] = [];
    for (; this.#oldest <= now / minute - 1 && taken.length < most; this.#oldest += 1) {
      const bucket = this.#waiting.get(this.#oldest) ?? [];
      bucket.sort((one, other) => one.next.at - other.next.at);
      taken.push(...bucket.splice(0, most - taken.length));
      if (bucket.length > 0) break;
      this.#waiting.delete(this.#oldest);
    }
    return taken;
  }

  #ask(open: Open, now: number, isShort: boolean): void {
    if (open.paidAt !== null && open.paidAt <= now) this.foundAfter.push(now - open.paidAt);
    else if (now >= open.expiresAt) this.ended += 1;
    else this.#put({ ...open, next: nextQuestion(open, asking, now, isShort) });
  }

  get urgentOpen(): number {
    return this.#urgent.size;
  }
}

test("of 10,000 attempts a day that nobody finishes, each lost callback is found within 20 minutes, at 30 questions a minute (R52)", () => {
  const chance = seeded(52);
  const days = 9;
  const attempts = Array.from({ length: days }, (_, index) =>
    dayOfAttempts(chance, 10_000, index * day),
  ).flat();
  const shop = new Shop();
  let next = 0;
  for (let now = 0; now < (days + 0.1) * day; now += minute) {
    // Cloudflare begins a schedule some seconds after the minute.
    const at = now + chance.below(4_000);
    for (let one = attempts[next]; one !== undefined && one.createdAt <= at; one = attempts[next]) {
      shop.begin(one);
      next += 1;
    }
    shop.runSchedule(at);
  }
  const { foundAfter, perMinute, urgentLateBy, waitingLateBy } = shop;
  const paid = attempts.filter(({ paidAt }) => paidAt !== null);
  expect(paid.length).toBeGreaterThan(800);
  expect(foundAfter).toHaveLength(paid.length);
  expect(Math.max(...foundAfter)).toBeLessThanOrEqual(20 * minute);
  expect(Math.max(...perMinute)).toBeLessThanOrEqual(30);
  expect(
    urgentLateBy.every((ms) => ms < 9 * minute),
    "whoever had paid, it would have been found in time",
  ).toBe(true);
  expect(waitingLateBy.every((ms) => ms < day)).toBe(true);
  const over = attempts.filter(({ expiresAt, paidAt }) => paidAt === null && expiresAt < 8.5 * day);
  expect(shop.ended).toBeGreaterThanOrEqual(over.length);
  expect(shop.urgentOpen).toBeLessThan(2_000);
});
