/**
 * Tells people what needs them: each alarm once an hour at most while it lasts, and once when it is over. What nobody could be told is
 * told in the next minute.
 */
import type { Deps } from "../../deps.ts";
import { inOneLine } from "../../platform/log.ts";
import * as store from "../../store/alarms.ts";
import { talliesSince } from "../../store/tallies.ts";
import { firstStep } from "./first-step.ts";
import { longestWindowMs, raisedBy, type Raised } from "./rules.ts";

const turn = { quietMs: 60 * 60_000, leaseMs: 2 * 60_000 };

export async function raiseAlarms(deps: Deps): Promise<void> {
  await deps.counters.written();
  const now = deps.now();
  const tallies = await talliesSince(deps.db, now - longestWindowMs);
  const raised = raisedBy(tallies, now);
  const areOn = await store.alarmsThatAreOn(deps.db);
  const over = areOn.filter(({ name }) => !raised.some((one) => one.name === name));
  await Promise.all([
    ...raised.map((one) => raise(deps, one, now)),
    ...over.map((alarm) => end(deps, alarm, now)),
  ]);
}

async function raise(deps: Deps, { name, count, example }: Raised, now: number): Promise<void> {
  const alarm = await store.leaseAlarm(deps.db, name, { ...turn, now });
  if (alarm === null) return;
  deps.log.error("an alarm was raised", { reason: name, count });
  const seen = `Since ${timeOf(alarm.since)}, last seen ${count}×.`;
  const text = textOf(deps, name, example ? [example, seen] : [seen]);
  await store.endLease(deps.db, name, (await deps.tellPeople(text)) ? { toldAt: now } : {});
}

async function end(deps: Deps, { name, since }: store.Alarm, now: number): Promise<void> {
  if (!(await store.leaseEnd(deps.db, name, { ...turn, now }))) return;
  const text = `✓ ${shopOf(deps)}: over: ${name}\nFrom ${timeOf(since)} to ${timeOf(now)}.`;
  await store.endLease(deps.db, name, (await deps.tellPeople(text)) ? { isOn: false } : {});
}

function textOf(deps: Deps, name: string, facts: string[]): string {
  const host = shopOf(deps);
  const first = firstStep(name).replace("HOST", host);
  const lines = [...facts, `First: ${first}`, "What it means: .docs/operate/alarms.md"];
  return [`⚠ ${host}: ${name}`, ...lines].join("\n");
}

const shopOf = ({ publicOrigin }: Deps) => new URL(publicOrigin).host;
const timeOf = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

let saidAt = 0;

/** Where the database itself does not answer: what this isolate remembers must do. */
export async function tellOfNoDatabase(deps: Deps, error: unknown): Promise<void> {
  const now = deps.now();
  if (now - saidAt < turn.quietMs) return;
  saidAt = now;
  const name = "the schedule does not reach its database";
  const text = textOf(deps, name, [inOneLine(error), `Since ${timeOf(now)}.`]);
  if (!(await deps.tellPeople(text))) saidAt = 0;
}
