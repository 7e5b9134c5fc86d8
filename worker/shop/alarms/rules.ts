/** What raises an alarm, decided from what was counted in the last hour. Each has a row in `.docs/operate/alarms.md`. */
import type { TallyRow } from "../../store/tallies.ts";

const minuteMs = 60_000;
/** How far back a rule looks. */
export const longestWindowMs = 60 * minuteMs;

export interface Raised {
  name: string;
  /** How often it was seen in its window. */
  count: number;
  /** Where and about what it last was, in words. */
  example?: string | null | undefined;
}

/** An alarm's own line would raise the next one. */
const raisedEvent = "an alarm was raised";

export function raisedBy(tallies: readonly TallyRow[], now: number): Raised[] {
  const within = (windowMs: number) => tallies.filter(({ at }) => at > now - windowMs);
  return [
    ...errors(within(15 * minuteMs)),
    ...waiting(within(2 * minuteMs)),
    ...refusedOfOurs(within(longestWindowMs)),
    ...twiceInARow(tallies, "the gateway gives no usable answer", [
      "question.unanswered",
      "question.answered",
    ]),
    ...twiceInARow(tallies, "notices do not get through", ["probe.failed", "probe.passed"]),
    ...stillOpen(within(10 * minuteMs)),
    ...failingRoutes(within(5 * minuteMs)),
  ];
}

/** The part of the name that tells several of a kind apart, with how often each was counted. */
function apart(tallies: readonly TallyRow[], kind: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { name, count } of tallies) {
    if (!name.startsWith(`${kind} `)) continue;
    const what = name.slice(kind.length + 1);
    sums.set(what, (sums.get(what) ?? 0) + count);
  }
  return sums;
}

const sumOf = (tallies: readonly TallyRow[], name: string): number =>
  tallies.reduce((sum, tally) => sum + (tally.name === name ? tally.count : 0), 0);

/** The latest word on a name, or on those that begin so. */
const lastOf = (tallies: readonly TallyRow[], begin: string) =>
  tallies.findLast(({ name, example }) => `${name} `.startsWith(`${begin} `) && example !== null)
    ?.example;

/** Every error in the log is for a person to look at. */
function errors(tallies: readonly TallyRow[]): Raised[] {
  return [...apart(tallies, "error.logged")]
    .filter(([event]) => event !== raisedEvent)
    .map(([event, count]) => ({
      name: event,
      count,
      example: lastOf(tallies, `error.logged ${event}`),
    }));
}

/** Their line in the log comes once an hour; the alarm lasts as long as they wait. */
function waiting(tallies: readonly TallyRow[]): Raised[] {
  const count = sumOf(tallies, "messages.waiting");
  const example = lastOf(tallies, "messages.waiting");
  return count > 0 ? [{ name: "payment messages wait for people", count, example }] : [];
}

/** One member may play with the numbers of their own orders, as often as they like. */
const leastMembers = 3;

function refusedOfOurs(tallies: readonly TallyRow[]): Raised[] {
  const refused = "callback.refused_of_ours";
  const byMember = [...apart(tallies, refused).values()];
  const count = byMember.reduce((sum, one) => sum + one, 0);
  return byMember.length < leastMembers
    ? []
    : [{ name: "notices about our trades are refused", count, example: lastOf(tallies, refused) }];
}

/** In the last two minutes that tried at all, nothing but failures. */
function twiceInARow(
  tallies: readonly TallyRow[],
  name: string,
  [failed, passed]: readonly [failed: string, passed: string],
): Raised[] {
  const tried = tallies.filter((tally) => tally.name === failed || tally.name === passed);
  const lastTwo = [...new Set(tried.map(({ at }) => at))].sort((one, other) => other - one);
  const last = tried.filter(({ at }) => lastTwo.slice(0, 2).includes(at));
  const isSo = lastTwo.length > 1 && last.every((tally) => tally.name === failed);
  return isSo ? [{ name, count: sumOf(last, failed), example: lastOf(last, failed) }] : [];
}

/** A breaker that opens for a moment does its work; its probes tell how long it stays open. */
const minutesOpen = 5;

function stillOpen(tallies: readonly TallyRow[]): Raised[] {
  return [...apart(tallies, "breaker.still_open")].flatMap(([group, count]) => {
    const minutes = tallies.filter(({ name }) => name === `breaker.still_open ${group}`).length;
    const name = `calls of the upstream stay held back: ${group}`;
    const example = lastOf(tallies, `breaker.still_open ${group}`);
    return minutes >= minutesOpen ? [{ name, count, example }] : [];
  });
}

const leastFailures = 5;
const failingShare = 0.1;

function failingRoutes(tallies: readonly TallyRow[]): Raised[] {
  const given = apart(tallies, "answer.given");
  return [...apart(tallies, "answer.failed")].flatMap(([route, count]) => {
    const isSo = count >= leastFailures && count >= failingShare * (given.get(route) ?? 0);
    const example = lastOf(tallies, `answer.failed ${route}`);
    return isSo ? [{ name: `answers fail: ${route}`, count, example }] : [];
  });
}
