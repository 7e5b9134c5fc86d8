/**
 * Errors in the log are notified once an hour at most while they last, and once when they are over.
 * What reached nobody is sent again in the next minute. Two schedules at once may notify twice.
 */
import type { Deps } from "../../deps.ts";
import { inOneLine } from "../../platform/log.ts";
import * as store from "../../store/alarms.ts";
import { paymentProviders } from "#contract/payment";
import { countAgainst, failuresInARow, failuresToReport } from "../../store/counters.ts";
import firstSteps from "./first-steps.json";

const lastsMs = 15 * 60_000;
const steps: Record<string, string> = firstSteps;

/** What to type or open first, usually the alarm's lines; `.docs/operate/alarms.md` says why. */
export const firstStep = (name: string): string =>
  (steps[name] ?? `npx wrangler tail BRAND-api --env= --search '${name}'`).replace(
    "BRAND",
    "sillage",
  );

export async function raiseAlarms(deps: Deps): Promise<void> {
  await deps.writeErrors();
  const now = deps.now();
  const lasting = await store.errorsSince(deps.db, now - lastsMs);
  const areOn = await store.alarmsThatAreOn(deps.db);
  const over = areOn.filter(({ name }) => !lasting.some(({ event }) => event === name));
  if (lasting.length > 0) await raise(deps, lasting, now);
  const ended = await notify(deps, over, ({ name, since }) => {
    const times = `From ${timeOf(since)} to ${timeOf(now)}.`;
    return `✓ ${shopOf(deps)}: over: ${name}\n${times}`;
  });
  await store.updateAlarms(deps.db, ended, { isOn: false });
}

async function raise(deps: Deps, lasting: store.LoggedError[], now: number): Promise<void> {
  const names = lasting.map(({ event }) => event);
  const raised = await store.raiseAlarms(deps.db, names, now);
  const notified = await notify(deps, raised, ({ name, since }) => {
    const { count = 0, example } = lasting.find(({ event }) => event === name) ?? {};
    deps.log.warn("an alarm was raised", { reason: name, count });
    const seen = `Since ${timeOf(since)}, last seen ${count}×.`;
    return textOf(deps, name, example ? [example, seen] : [seen]);
  });
  await store.updateAlarms(deps.db, notified, { notifiedAt: now });
}

async function notify(
  deps: Deps,
  alarms: readonly store.Alarm[],
  textOfOne: (alarm: store.Alarm) => string,
): Promise<string[]> {
  const heard = await Promise.all(alarms.map((alarm) => deps.notifyPeople(textOfOne(alarm))));
  return alarms.flatMap(({ name }, index) => (heard[index] === true ? [name] : []));
}

function textOf(deps: Deps, name: string, facts: string[]): string {
  const host = shopOf(deps);
  const desk = deps.config.DESK_ORIGIN ?? deps.publicOrigin;
  const first = firstStep(name).replace("HOST", host).replace("https://DESK", desk);
  const means = "What it means: .docs/operate/alarms.md";
  return [`⚠ ${host}: ${name}`, ...facts, `First: ${first}`, means].join("\n");
}

const shopOf = ({ publicOrigin }: Deps) => new URL(publicOrigin).host;
const timeOf = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

let notifiedAt = 0;

/** Where the database itself does not answer: what this isolate remembers must do. */
export async function notifyOfNoDatabase(deps: Deps, error: unknown): Promise<void> {
  const now = deps.now();
  if (now - notifiedAt < store.quietMs) return;
  notifiedAt = now;
  const name = "the schedule does not reach its database";
  const text = textOf(deps, name, [inOneLine(error), `Since ${timeOf(now)}.`]);
  if (!(await deps.notifyPeople(text))) notifiedAt = 0;
}

/** The shop sends itself a gateway's notice a little more often than every five minutes. */
const everyFiveMinutes = { key: "callback-probe", max: 1, windowMs: 290_000 };

export async function probeCallbacks(deps: Deps): Promise<void> {
  // Local mode has no address of its own.
  if (deps.config.PUBLIC_ORIGIN === undefined) return;
  if ((await countAgainst(deps.db, everyFiveMinutes, deps.now())) !== null) return;
  for (const provider of paymentProviders) {
    const { probe } = deps.payments[provider].notices ?? {};
    if (probe === undefined) continue;
    const answered = await deps.postToShop(probe.path, await probe.sign());
    const hasFailed = answered !== `200 ${probe.answer}`;
    const count = await failuresInARow(deps.db, `${provider}_probe_failures`, hasFailed);
    const facts = { reason: `${provider}: ${answered}`, count };
    if (count >= failuresToReport) deps.log.error("notices do not get through", facts);
    else if (hasFailed) deps.log.warn("the shop's own notice failed", facts);
  }
}
