/** `worker/shop/alarms/rules.ts`: what raises an alarm, and what does not. */
import { expect, test } from "vitest";
import { raisedBy } from "../../worker/shop/alarms/rules.ts";

const minuteMs = 60_000;
const now = Date.UTC(2026, 10, 21, 12);

/** Each as `minutes ago, name, count`. */
const raised = (...counted: [ago: number, name: string, count?: number][]) =>
  raisedBy(
    counted.map(([ago, name, count = 1]) => ({
      at: now - ago * minuteMs,
      name,
      count,
      example: null,
    })),
    now,
  ).map(({ name, count }) => `${name} ×${count}`);

test("an error in the log is an alarm for a quarter of an hour, an alarm's own line is none", () => {
  const event = "error.logged events for the upstream are late";
  expect(raised([14, event], [1, event, 2])).toEqual(["events for the upstream are late ×3"]);
  expect(raised([15, event])).toEqual([]);
  expect(raised([1, "error.logged an alarm was raised"])).toEqual([]);
});

test("messages wait for people as long as the schedule finds some each minute", () => {
  const name = "messages.waiting";
  expect(raised([5, name], [1, name])).toEqual(["payment messages wait for people ×1"]);
  expect(raised([2, name])).toEqual([]);
});

test("refused notices about trades of three members within an hour mean wrong keys, any number of two members' may be their play", () => {
  const of = (member: number) => `callback.refused_of_ours ${member}`;
  const [mei, ken, ana] = [of(1), of(2), of(3)] as const;
  const alarm = "notices about our trades are refused";
  expect(raised([59, mei], [2, ken, 2], [1, ana])).toEqual([`${alarm} ×4`]);
  expect(raised([59, mei, 99], [1, mei, 99], [1, ken])).toEqual([]);
  expect(raised([60, mei], [1, ken], [1, ana])).toEqual([]);
});

test.each([
  ["the gateway gives no usable answer", "question.unanswered", "question.answered"],
  ["notices do not get through", "probe.failed", "probe.passed"],
])("%s: when the last two minutes that tried have failed as a whole", (name, failed, passed) => {
  expect(raised([12, passed], [11, failed], [1, failed, 4])).toEqual([`${name} ×5`]);
  expect(raised([1, failed, 9]), "once").toEqual([]);
  expect(raised([11, failed], [5, passed], [1, failed]), "with a success between").toEqual([]);
  expect(raised([11, failed], [1, failed], [1, passed]), "with a success beside").toEqual([]);
  expect(raised([11, failed], [6, failed], [1, passed]), "and now it works").toEqual([]);
});

test("a group of calls that is held back through five minutes of ten is an alarm of its own", () => {
  const open = (...minutes: number[]) =>
    raised(...minutes.map((ago): [number, string] => [ago, "breaker.still_open products"]));
  expect(open(1, 2, 3, 4, 9)).toEqual(["calls of the upstream stay held back: products ×5"]);
  expect(open(1, 2, 3, 4)).toEqual([]);
  expect(open(1, 2, 3, 4, 10)).toEqual([]);
});

test("a route that fails five times and every tenth time within five minutes is an alarm", () => {
  const answers = (failed: number, given: number) =>
    raised([4, "answer.failed GET /a", failed], [4, "answer.given GET /a", given]);
  expect(answers(5, 50)).toEqual(["answers fail: GET /a ×5"]);
  expect(answers(5, 51)).toEqual([]);
  expect(answers(4, 4)).toEqual([]);
  expect(raised([5, "answer.failed GET /a", 9], [5, "answer.given GET /a", 9])).toEqual([]);
});

test.each([
  ["payment messages wait for people", "messages.waiting", 1],
  ["notices about our trades are refused", "callback.refused_of_ours", 3],
  ["the gateway gives no usable answer", "question.unanswered", 1],
  ["notices do not get through", "probe.failed", 1],
  ["calls of the upstream stay held back: a", "breaker.still_open", 1],
  ["answers fail: a", "answer.failed", 1],
])("%s: the message says about what it last was", (alarm, name, kinds) => {
  const whats = kinds === 3 ? ["a", "b", "c"] : ["a"];
  const isApart =
    name.startsWith("callback") || name.startsWith("breaker") || name.startsWith("answer");
  const tallies = [5, 4, 3, 2, 1, 0].flatMap((ago) =>
    whats.map((what) => ({
      at: now - ago * minuteMs,
      name: isApart ? `${name} ${what}` : name,
      count: 1,
      example: ago === 0 ? null : `${ago} minutes ago`,
    })),
  );
  expect(raisedBy(tallies, now)).toMatchObject([{ name: alarm, example: "1 minutes ago" }]);
});
