/** Runs once a minute. A part that fails stops no other; each reads a bounded number of rows. */
import type { Deps } from "./deps.ts";
import type { Log } from "./platform/log.ts";
import { deliverOutbox, warnOfLateRows } from "./shop/outbox/deliver.ts";
import { probeCallbacks, raiseAlarms, notifyOfNoDatabase } from "./shop/alarms/raise-alarms.ts";
import { lookAround } from "./shop/health/look.ts";
import { makeNightlyCopy } from "./shop/backups/nightly-copy.ts";
import { listScents } from "./shop/scents/scents.ts";
import { makeRefunds } from "./shop/payments/make-refunds.ts";
import { reconcile, warnOfLateQuestions } from "./shop/payments/reconcile.ts";
import { warnOfWaitingMessages } from "./shop/payments/settle.ts";
import { resealSecrets } from "./shop/second-step/manage-second-step.ts";
import { keepFinished } from "./store/counters.ts";
import { cleanUp } from "./store/retention.ts";

const parts: Record<string, (deps: Deps) => Promise<void>> = {
  reconcile,
  "warn of late questions": warnOfLateQuestions,
  "make refunds": makeRefunds,
  "deliver outbox": (deps) => deliverOutbox(deps),
  "warn of late rows": warnOfLateRows,
  "warn of waiting messages": warnOfWaitingMessages,
  "probe callbacks": probeCallbacks,
  "clean up": (deps) => cleanUp(deps.db, deps.now()),
  "reseal secrets": resealSecrets,
  "make the nightly copy": makeNightlyCopy,
  "list scents": listScents,
  "look around": lookAround,
};

/** Adds to each logged error the part of the schedule that found it. */
function within(deps: Deps, part: string): Deps {
  const { error, ...log } = deps.log;
  const errorWithRoute: Log["error"] = (event, fields) =>
    error(event, { route: `schedule: ${part}`, ...fields });
  return Object.create(deps, { log: { value: { ...log, error: errorWithRoute } } });
}

export async function runSchedule(deps: Deps): Promise<void> {
  const failed = (reason: string, error: unknown) =>
    deps.log.error("a part of the schedule failed", { reason, error });
  await Promise.all(
    Object.entries(parts).map(([part, run]) =>
      run(within(deps, part)).catch((error: unknown) => failed(part, error)),
    ),
  );
  // Last, since it reports what the others have found.
  try {
    await raiseAlarms(within(deps, "raise alarms"));
  } catch (error) {
    failed("raise alarms", error);
    return notifyOfNoDatabase(deps, error);
  }
  await keepFinished(deps.db, deps.now());
}
