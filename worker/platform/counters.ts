/**
 * What is counted, all of it. Every count is a data point of Analytics Engine, where that is bound; what the alarms need is also added
 * up in this isolate and written to the database every few seconds, so that no flood of requests is one of writes.
 */
import { version } from "./build.ts";

type Kept = "by name" | "by what" | "no";
interface Kind {
  kept: Kept;
  /** False where only the alarms need it. */
  isShown?: false;
}

const kinds = {
  /** A notice of the gateway that was acknowledged; `what` says what it settled. */
  "callback.accepted": { kept: "no" },
  "callback.refused": { kept: "no" },
  "callback.quarantined": { kept: "no" },
  /** Refused for its signature, although it names a trade of ours; `what` is the beginning of its member's hash. */
  "callback.refused_of_ours": { kept: "by what" },
  /** Seconds from the payment to its settling. */
  "payment.settle_age": { kept: "no" },
  "question.answered": { kept: "by name" },
  "question.unanswered": { kept: "by name" },
  "attempt.expired_unanswered": { kept: "no" },
  /** Calls of one group of the upstream are held back. */
  "breaker.opened": { kept: "no" },
  "breaker.still_open": { kept: "by what", isShown: false },
  /** How many messages about money wait for people, each minute in which some do. */
  "messages.waiting": { kept: "by name" },
  /** Seconds that the oldest event for the upstream has waited. */
  "outbox.age": { kept: "no" },
  /** Answers from 500 on, by route; beside them all answers, for as long as some fail. */
  "answer.failed": { kept: "by what" },
  "answer.given": { kept: "by what", isShown: false },
  /** The shop's own notice to itself. */
  "probe.passed": { kept: "by name" },
  "probe.failed": { kept: "by name" },
  /** An error in the log, by its event. */
  "error.logged": { kept: "by what" },
} as const satisfies Record<string, Kind>;
type Counter = keyof typeof kinds;

export interface Counters {
  /** Waits for nothing. `example` is for the alarm's text alone; `what` is a word of the code or one of a few, never of a request. */
  count(name: Counter, what?: string, value?: number, example?: string): void;
  /** Resolves when what was counted until now is where the alarms read it. */
  written(): Promise<void>;
}

/** `example`: where and about what it last was. */
export type Tally = readonly [name: string, count: number, example?: string | undefined];

const tallyName = (name: Counter, what: string): string =>
  kinds[name].kept === "by what" ? `${name} ${what}` : name;

interface Ports {
  /** Undefined where Analytics Engine is not bound. */
  dataset: AnalyticsEngineDataset | undefined;
  /** Null where there is no database. */
  write: ((tallies: readonly Tally[]) => Promise<void>) | null;
  waitUntil(work: Promise<unknown>): void;
}

const writeEveryMs = 3_000;
/** A planned write whose request was ended before is planned again. */
const lostAfterMs = 30_000;
const unwritten = new Map<string, Tally>();
let plannedAt = 0;

function add([name, count, example]: Tally): void {
  const [, before, last] = unwritten.get(name) ?? [name, 0];
  unwritten.set(name, [name, before + count, example ?? last]);
}

export function createCounters({ dataset, write, waitUntil }: Ports): Counters {
  async function writeAll(): Promise<void> {
    if (write === null || unwritten.size === 0) return;
    const tallies = [...unwritten.values()];
    unwritten.clear();
    try {
      await write(tallies);
    } catch (error) {
      for (const tally of tallies) add(tally);
      throw error;
    }
  }

  async function writeSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, writeEveryMs));
    plannedAt = 0;
    // What could not be written is kept, and written with the next.
    await writeAll().catch(() => undefined);
  }

  return {
    count(name, what = "", value = 1, example = undefined) {
      const kind: Kind = kinds[name];
      if (kind.isShown !== false)
        dataset?.writeDataPoint({
          indexes: [name],
          blobs: [name, what, version],
          doubles: [value],
        });
      if (kind.kept === "no" || write === null) return;
      add([tallyName(name, what), 1, example]);
      if (Date.now() - plannedAt < lostAfterMs) return;
      plannedAt = Date.now();
      waitUntil(writeSoon());
    },
    written: writeAll,
  };
}
