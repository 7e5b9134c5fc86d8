import { type Breaker, createBreaker } from "../../worker/upstream/groups.ts";
import { createTimeBudget, requestBudgetMs } from "../../worker/upstream/client.ts";

const probeEveryMs = 5_000;
const trialEveryMs = 3_000;

/** `count` calls, one after the other, which end as `succeeded` says. @returns how many were let through. */
function calls(breaker: Breaker, count: number, succeeded: boolean, now: number): number {
  let admitted = 0;
  for (let i = 0; i < count; i += 1) {
    const pass = breaker.admit(now);
    if (pass === null) continue;
    admitted += 1;
    breaker.report(pass, succeeded, now);
  }
  return admitted;
}

function probe(breaker: Breaker, succeeded: boolean, now: number): void {
  const pass = breaker.takeProbe(now);
  expect(pass, "a probe is due").not.toBeNull();
  breaker.reportProbe(pass ?? -1, succeeded, now);
}

function openAt(now: number): Breaker {
  const breaker = createBreaker("failures");
  calls(breaker, 20, false, now);
  expect(breaker.admit(now)).toBeNull();
  return breaker;
}

test("it opens on rate and volume together (R80)", () => {
  const breaker = createBreaker("failures");
  calls(breaker, 19, false, 0);
  expect(breaker.admit(0), "too few failures").not.toBeNull();
  calls(breaker, 20, true, 30);
  calls(breaker, 1, false, 31);
  expect(breaker.admit(31), "twenty failures, but only half of the calls").toBeNull();
});

test("failures among many successes do not open it (R80)", () => {
  const breaker = createBreaker("failures");
  calls(breaker, 50, true, 0);
  expect(calls(breaker, 30, false, 100)).toBe(30);
});

test("the shop's own probe closes it, one at a time (R80)", () => {
  const breaker = openAt(0);
  expect(breaker.takeProbe(probeEveryMs - 1), "too early").toBeNull();
  const pass = breaker.takeProbe(probeEveryMs);
  expect(pass).not.toBeNull();
  expect(breaker.takeProbe(3 * probeEveryMs), "one is under way").toBeNull();
  breaker.reportProbe(pass ?? -1, false, 3 * probeEveryMs + 10);
  expect(breaker.admit(trialEveryMs - 1)).toBeNull();
  probe(breaker, true, 4 * probeEveryMs);
  expect(breaker.admit(trialEveryMs - 1)).not.toBeNull();
});

test("every few seconds one call is tried, and an answer closes it, however late it comes (R80)", () => {
  const breaker = openAt(0);
  expect(breaker.admit(trialEveryMs - 1)).toBeNull();
  const trial = breaker.admit(trialEveryMs) ?? -1;
  expect(breaker.admit(trialEveryMs + 1), "no second one goes with it").toBeNull();
  breaker.report(trial, false, trialEveryMs + 10);
  expect(breaker.admit(2 * trialEveryMs - 1), "it failed").toBeNull();
  const slow = breaker.admit(2 * trialEveryMs) ?? -1;
  breaker.report(slow, true, 2 * trialEveryMs + 6_000);
  expect(breaker.admit(2 * trialEveryMs + 6_001)).not.toBeNull();
});

test("what ends after it opened neither closes it nor puts the probe off (R80)", () => {
  const breaker = createBreaker("failures");
  const early = breaker.admit(0) ?? -1;
  calls(breaker, 20, false, 0);
  breaker.report(early, true, 10);
  expect(breaker.admit(11)).toBeNull();
  breaker.report(early, false, probeEveryMs - 1);
  expect(breaker.takeProbe(probeEveryMs)).not.toBeNull();
});

test("failures of calls begun before it opened do not open it again (R80)", () => {
  const breaker = createBreaker("failures");
  const early = breaker.admit(0) ?? -1;
  calls(breaker, 20, false, 0);
  probe(breaker, true, probeEveryMs);
  for (let i = 0; i < 40; i += 1) breaker.report(early, false, probeEveryMs + 1);
  expect(breaker.admit(probeEveryMs + 2)).not.toBeNull();
});

test("soon after it closed three failures are enough, later it takes twenty again (R80)", () => {
  const breaker = openAt(0);
  probe(breaker, true, 10_000);
  expect(calls(breaker, 10, false, 11_000)).toBe(3);
  probe(breaker, true, 20_000);
  expect(calls(breaker, 30, false, 60_000)).toBe(20);
});

test("where callers choose what fails, failures only ask for a probe (R80)", () => {
  const breaker = createBreaker("failed_probe");
  calls(breaker, 19, false, 0);
  expect(breaker.takeProbe(0), "too few failures").toBeNull();
  expect(calls(breaker, 1_000, false, 1)).toBe(1_000);
  probe(breaker, true, 1);
  expect(breaker.admit(1), "the group answers").not.toBeNull();
  expect(calls(breaker, 1_000, false, 2)).toBe(1_000);
  expect(breaker.takeProbe(3), "one every few seconds, however many fail").toBeNull();
  probe(breaker, false, 1 + probeEveryMs);
  expect(breaker.admit(2 + probeEveryMs), "the group does not answer").toBeNull();
  probe(breaker, true, 1 + 2 * probeEveryMs);
  expect(breaker.admit(2 + 2 * probeEveryMs)).not.toBeNull();
});

test("failures are counted for half a minute each, and no longer (R80)", () => {
  const later = createBreaker("failures");
  for (const minute of [0, 1, 2]) calls(later, 19, false, minute * 60_000);
  expect(later.admit(120_000), "those of a minute ago are forgotten").not.toBeNull();
  const between = createBreaker("failures");
  calls(between, 19, false, 0);
  calls(between, 1, false, 29_999);
  expect(between.admit(29_999), "half a minute is not over").toBeNull();
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const passTime = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

test("a call gets its own time, or what is left of the request's (R78)", () => {
  const allowedMs = createTimeBudget(requestBudgetMs);
  passTime(60_000);
  expect(allowedMs(8_000), "the time begins with the first call").toBe(8_000);
  passTime(8_000);
  expect(allowedMs(8_000)).toBe(7_000);
  expect(allowedMs(1_500)).toBe(1_500);
  passTime(6_500);
  expect(() => allowedMs(8_000), "too little to begin with").toThrow("upstream_timeout");
  expect(allowedMs(500)).toBe(500);
  passTime(500);
  expect(() => allowedMs(500)).toThrow("upstream_timeout");
});

test("a call that may take longer than others gives the request as much more, once (R78)", () => {
  const allowedMs = createTimeBudget(requestBudgetMs);
  expect(allowedMs(20_000)).toBe(20_000);
  passTime(20_000);
  expect(allowedMs(20_000)).toBe(7_000);
  expect(allowedMs(8_000)).toBe(7_000);
});

test("the schedule has no time for all its calls, only for each (R78)", () => {
  const allowedMs = createTimeBudget(null);
  expect(allowedMs(8_000)).toBe(8_000);
  passTime(40_000);
  expect(allowedMs(8_000)).toBe(8_000);
});
