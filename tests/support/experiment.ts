/** `npm run experiments` runs the sizes that the requirements name; a sample of each runs with every test. */
export const isFull = process.env["EXPERIMENTS"] === "full";
export const sized = <Size>(sample: Size, full: Size): Size => (isFull ? full : sample);
export interface Chance {
  /** 0 ≤ n < 1. */
  next(): number;
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

/** The same numbers for the same seed (mulberry32), so that a failure can be run again. */
export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[below(list.length)];
    if (picked === undefined) throw new RangeError("nothing to pick from");
    return picked;
  };
  const shuffled = <T>(list: readonly T[]): T[] => {
    const left = [...list];
    return list.map(() => left.splice(below(left.length), 1)[0] as T);
  };
  return { next, below, pick, shuffled };
}

/** `count` calls, `atOnce` of them under way at any moment. */
export async function burst<T>(
  count: number,
  atOnce: number,
  call: (index: number) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      answers[index] = await call(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, atOnce) }, worker));
  return answers;
}

/** `count` calls, begun evenly over `seconds` whether the earlier ones have ended or not. */
export async function steadily<T>(
  count: number,
  seconds: number,
  call: (index: number) => Promise<T>,
): Promise<T[]> {
  const startsAt = performance.now();
  const answers: Promise<T>[] = [];
  for (let index = 0; index < count; index += 1) {
    const waitMs = startsAt + (index * seconds * 1000) / count - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    answers.push(call(index));
  }
  return Promise.all(answers);
}

export async function timed<T>(durations: number[], act: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await act();
  durations.push(performance.now() - started);
  return result;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function countBy<T>(
  values: readonly T[],
  nameOf: (value: T) => string,
): Record<string, number> {
  const groups = [...Map.groupBy(values, nameOf)];
  return Object.fromEntries(groups.map(([name, { length }]) => [name, length]));
}

export function report(title: string, rows: Record<string, string | number>[]): void {
  const said = (row: (typeof rows)[number]) =>
    Object.entries(row).map(
      ([name, value]) => `${name}: ${typeof value === "number" ? Number(value.toFixed(2)) : value}`,
    );
  const lines = rows.map((row) => `  ${said(row).join(", ")}`);
  process.stdout.write(`\n${title}${isFull ? "" : " (sample)"}\n${lines.join("\n")}\n\n`);
}
