/**
 * What an answer of the shop costs the processor, against bare Hono or against its parts in the same run and the same workerd.
 * Rounds go through all answers in turn, so that what else the machine does meets all alike.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { readCommandLine } from "../../.scripts/command-line.ts";
import { run } from "../../.scripts/run.ts";
import { root } from "../support/repository.ts";
import { compareRefusals } from "./enumeration.ts";
import { quantile } from "../support/experiment.ts";
import { microsecondsOf, workerdProcess } from "./load.ts";
import { bare, startMeasurable, type Measured } from "./parts-and-wholes.ts";

const help = `Usage: npm run bench [-- [--check | --record | --refusals]]
Measures the answers of a fresh production build against their parts: ratios, which another machine finds as well.
  --check     fails when one is worse than the recorded one by more than a tenth and its noise
  --record    writes them into tests/bench/recorded.json
  --refusals  measures instead whether refusals take members and strangers the same time`;
const isSet = { type: "boolean", default: false } as const;
const { values } = readCommandLine(help, { check: isSet, record: isSet, refusals: isSet });
const rounds = Number(process.env.BENCH_ROUNDS ?? 25);
/** On a slow machine the first hundreds are not compiled yet, and would raise the ratios. */
const warmUp = 6_000;
/** So many requests of each answer take about this long: a shorter look would mostly see what happens beside them. */
const lookMicroseconds = 100_000;
/** A ratio that grew by less is no worse; neither is one that grew by less than it differs from round to round. */
const tolerated = 0.1;
const file = resolve(import.meta.dirname, "recorded.json");
const recorded: Record<string, number> = JSON.parse(readFileSync(file, "utf8"));

interface Figure {
  value: number;
  /** The share by which it differs from round to round. */
  noise: number;
}

function isWorse(name: string, { value, noise }: Figure): boolean {
  return value > (recorded[name] ?? Infinity) * (1 + tolerated + noise);
}

type Costs = Record<string, number[]>;

async function measure(all: Record<string, Measured>, names: readonly string[]): Promise<Costs> {
  const pid = workerdProcess();
  const costs: Costs = Object.fromEntries(names.map((name) => [name, []]));
  const costOf = (name: string, count: number) => microsecondsOf(pid, all[name]!, count);
  const counts: Record<string, number> = {};
  for (const name of names)
    counts[name] = Math.ceil(lookMicroseconds / (await costOf(name, warmUp)));
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed())
      costs[name]?.push(await costOf(name, counts[name] ?? warmUp));
  return costs;
}

const ofRounds = (costs: readonly number[] = [], share = 0.5) => quantile(costs, share);

/** A round's ratio is of what was measured within the same second; the median leaves out what else the machine did. */
function figureOf(costs: Costs, name: string, against: readonly string[]): Figure {
  const ratios = (costs[name] ?? []).map((cost, round) => {
    const parts = against.reduce((sum, part) => sum + (costs[part]?.[round] ?? 0), 0);
    return cost / parts;
  });
  const value = ofRounds(ratios);
  return { value, noise: ofRounds(ratios, 0.75) / value - 1 };
}

async function measureAnswers(): Promise<boolean> {
  const { shop, all } = await startMeasurable();
  try {
    const costs = await measure(all, Object.keys(all));
    const found: Record<string, Figure> = { "kB gzip": { value: kilobytes(), noise: 0 } };
    const rows: Record<string, object> = {};
    for (const [name, { against, aim }] of Object.entries(all)) {
      if (name === bare) continue;
      let figure = figureOf(costs, name, against);
      if (values.check && isWorse(name, figure)) {
        const again = figureOf(await measure(all, [...against, name]), name, against);
        if (again.value < figure.value) figure = again;
      }
      found[name] = figure;
      rows[name] = {
        µs: Math.round(ofRounds(costs[name])),
        against: against.join(" + "),
        ratio: rounded(figure.value),
        "noise %": Math.round(100 * figure.noise),
        aim,
        recorded: recorded[name],
      };
    }
    console.table(rows);
    console.log(
      `${bare}: ${ofRounds(costs[bare]).toFixed(0)} µs; the Worker: ${kilobytes()} kB gzip`,
    );
    const worse = Object.entries(found).filter(([name, figure]) => isWorse(name, figure));
    for (const [name] of worse) console.log(`worse than recorded: ${name}`);
    const written = Object.entries(found).map(([name, { value }]) => [name, rounded(value)]);
    if (values.record)
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(written), null, 2)}\n`);
    return !values.check || worse.length === 0;
  } finally {
    await shop.close();
  }
}

const rounded = (value: number) => Number(value.toPrecision(3));

function kilobytes(): number {
  const built = readFileSync(resolve(root, "dist/sillage/index.js"));
  return Math.round(gzipSync(built, { level: 9 }).length / 100) / 10;
}

await run("npm", ["run", "--silent", "build"]);
process.env.SHOP_BUILD = "dist";
const held = values.refusals ? await compareRefusals() : await measureAnswers();
console.log(held ? "held" : "NOT HELD");
process.exitCode = held ? 0 : 1;
