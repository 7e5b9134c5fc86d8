/**
 * Tells people what needs them: each alarm once an hour at most while it lasts, and once when it is over. What nobody could be told is
 * told in the next minute.
 */
import type { Deps } from "../../deps.ts";
import { inOneLine } from "../../platform/log.ts";
import * as store from "../../store/alarms.ts";
import { talliesSince } from "../../store/tallies.ts";
import { longestWindowMs, raisedBy, type Raised } from "./rules.ts";

/** What to type first, by the alarm's name; `.docs/operate/alarms.md` says why. */
const logs = (words: string) => `npx wrangler tail sillage-api --env= --search '${words}'`;
const health = "curl https://HOST/api/health";
const refunds = "npm run payments -- refunds --remote";
const waiting = "npm run payments -- waiting --remote";
const publish = "npm run content:publish -- --remote";

const steps: Record<string, string> = {
  "notices about our trades are refused": logs("payment message refused"),
  "the gateway gives no usable answer": logs("ECPay"),
  "notices do not get through": health,
  "an attempt ran out without an answer": "npm run payments -- attempt ORDER --remote",
  "payment message quarantined": waiting,
  "payment messages wait for people": waiting,
  "an order was paid twice, or after it was cancelled": refunds,
  "a payment must be refunded": refunds,
  "a refund was refused": refunds,
  "a refund is unclear": refunds,
  "questions to the gateway are late": waiting,
  "an invariant is broken": "npm run invariants -- --remote",
  "events for the upstream are late": health,
  "answers fail": logs("request failed"),
  "the upstream does not answer": health,
  "the published texts are gone": publish,
  "calls of the upstream stay held back": health,
  "the schedule does not reach its database":
    "npx wrangler d1 info sillage-shop -c worker/wrangler.api.toml",
  "published content is broken": publish,
};

/** Of most, the log's lines of that name are the first thing to see. */
export function firstStep(name: string): string {
  const [kind = ""] = name.split(": ", 1);
  return steps[kind] ?? logs(kind);
}

const turn = { quietMs: 60 * 60_000, leaseMs: 2 * 60_000 };

export async function raiseAlarms(deps: Deps): Promise<void> {
  await deps.counters.written();
  const now = deps.now();
  const tallies = await talliesSince(deps.db, now - longestWindowMs);
  const raised = raisedBy(tallies, now);
  const areOn = await store.alarmsThatAreOn(deps.db);
  const over = areOn.filter(({ name }) => !raised.some((one) => one.name === name));
  await Promise.all([raise(deps, raised, now), end(deps, over, now)]);
}

const namesOf = (named: readonly { name: string }[]) => named.map(({ name }) => name);

async function raise(deps: Deps, raised: readonly Raised[], now: number): Promise<void> {
  if (raised.length === 0) return;
  const leased = await store.leaseAlarms(deps.db, namesOf(raised), { ...turn, now });
  const textOfAlarm = ({ name, since }: store.Alarm) => {
    const { count = 0, example } = raised.find((one) => one.name === name) ?? {};
    deps.log.error("an alarm was raised", { reason: name, count });
    const seen = `Since ${timeOf(since)}, last seen ${count}×.`;
    return textOf(deps, name, example ? [example, seen] : [seen]);
  };
  await tell(deps, leased, textOfAlarm, { toldAt: now });
}

async function end(deps: Deps, over: readonly store.Alarm[], now: number): Promise<void> {
  if (over.length === 0) return;
  const leased = await store.leaseEnds(deps.db, namesOf(over), { ...turn, now });
  const textOfEnd = ({ name, since }: store.Alarm) =>
    `✓ ${shopOf(deps)}: over: ${name}\nFrom ${timeOf(since)} to ${timeOf(now)}.`;
  await tell(deps, leased, textOfEnd, { isOn: false });
}

async function tell(
  deps: Deps,
  leased: readonly store.Alarm[],
  textOfOne: (alarm: store.Alarm) => string,
  outcome: { toldAt: number } | { isOn: false },
): Promise<void> {
  const heard = await Promise.all(leased.map((alarm) => deps.tellPeople(textOfOne(alarm))));
  const isHeard = (_alarm: store.Alarm, index: number) => heard[index] === true;
  await store.endLeases(deps.db, namesOf(leased.filter(isHeard)), outcome);
  const unheard = leased.filter((alarm, index) => !isHeard(alarm, index));
  await store.endLeases(deps.db, namesOf(unheard));
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
