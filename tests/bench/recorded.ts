/** The figures that a change is compared with. They are ratios, so that another machine finds the same. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const file = resolve(import.meta.dirname, "recorded.json");
/** A ratio that grew by less is no worse; neither is one that grew by less than it differs from round to round. */
const tolerated = 0.1;

export interface BenchOptions {
  /** A figure that is worse than the recorded one does not hold. */
  check: boolean;
  /** The figures are written down. */
  record: boolean;
}

export interface Figure {
  value: number;
  /** The share by which it differs from round to round. */
  noise: number;
}

type Recorded = Record<string, Record<string, number>>;

export interface Comparing {
  isWorse(name: string, figure: Figure): boolean;
  /** What to print about it, and to remember. */
  note(name: string, figure: Figure): string;
  /** @returns whether all that was noted held. */
  finish(): boolean;
}

const read = (): Recorded => JSON.parse(readFileSync(file, "utf8"));

export function compareWith(bench: string, { check, record }: BenchOptions): Comparing {
  const before = read()[bench] ?? {};
  const now: Record<string, number> = {};
  let held = true;
  const isWorse = (name: string, { value, noise }: Figure) => {
    const known = before[name];
    if (known === undefined) return false;
    return value > known * (1 + tolerated + noise);
  };
  return {
    isWorse,
    note(name, figure) {
      now[name] = Number(figure.value.toPrecision(3));
      const known = before[name];
      if (known === undefined) return "–";
      const worse = isWorse(name, figure);
      if (check && worse) held = false;
      return `${known}${worse ? ", WORSE" : ""}`;
    },
    finish() {
      if (record) {
        const sorted = Object.fromEntries(Object.entries({ ...read(), [bench]: now }).sort());
        writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
      }
      return held;
    },
  };
}
