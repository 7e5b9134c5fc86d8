/** Cart and checkout bodies that somebody bent to pay less, made by chance from a seed; and what lines really cost. */
import type { Chance } from "./experiment.ts";

type Body = Record<string, unknown>;

/** As text, since a number may be given in ways that `JSON.stringify` never writes. */
const oddNumbers = [
  "-1",
  "0",
  "1",
  "5",
  "99",
  "100",
  "101",
  "200",
  "1000",
  "100000",
  "100001",
  "1000000000",
  "1.5",
  "100.0000001",
  "1e2",
  "1e400",
  "-0",
  '"1"',
  '"100"',
  "NaN",
  "Infinity",
  "9007199254740992",
  "9007199254740993",
  "[100]",
  "{}",
  "null",
  "true",
  '""',
  "0x64",
  "１００",
];
const oddTexts = [
  '""',
  '"__proto__"',
  '"../../orders"',
  '"hinoki-rain"',
  "[]",
  "null",
  "0",
  '"\\u0000"',
  '"\\ud800"',
  '{"$gt":""}',
  '"SAMPLE"',
  '"JAR"',
];
const moneyNames = [
  "price",
  "unitPrice",
  "unit_price",
  "total",
  "totalPrice",
  "order_total_price",
  "discount",
  "amount_twd",
  "status",
  "member_id",
  "memberId",
  "__proto__",
  "constructor",
  "coupon",
  "currency",
];

/** The body with up to three things bent in it, as JSON text that need not be JSON any more. */
export function tampered(chance: Chance, body: Body): string {
  let entries = Object.entries(body).map(([name, value]): [string, string] => [
    name,
    JSON.stringify(value),
  ]);
  const names = Object.keys(body);
  for (let bends = chance.below(4); bends > 0; bends -= 1) {
    const name = chance.pick(names);
    const value = chance.pick(chance.below(2) === 0 ? oddNumbers : oddTexts);
    switch (chance.below(6)) {
      case 0:
        entries.push([chance.pick(moneyNames), chance.pick(oddNumbers)]);
        break;
      case 1:
        // The same name twice: which one counts must not depend on who reads.
        entries = chance.below(2) === 0 ? [...entries, [name, value]] : [[name, value], ...entries];
        break;
      case 2:
        entries = entries.filter(([other]) => other !== name);
        break;
      case 3:
        entries = entries.map(([other, old]) => [
          other,
          other === "amount" || other === "expected_total" ? chance.pick(oddNumbers) : old,
        ]);
        break;
      case 4:
        entries = entries.map(([other, old]) => [other, other === name ? `[${old},${old}]` : old]);
        break;
      default:
        entries = entries.map(([other, old]) => [other, other === name ? value : old]);
    }
  }
  const text = `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
  return chance.below(25) === 0 ? text.slice(0, chance.below(text.length)) : text;
}

/** Spelled out here, so that the shop's own arithmetic is not its judge. */
const tiers = {
  LARGE_JAR_KG: [
    [25, 10_400],
    [10, 11_200],
    [5, 12_000],
    [0, 12_800],
  ],
  JAR: [
    [1_000, 300],
    [500, 330],
    [200, 360],
    [0, 380],
  ],
  SAMPLE_PAPER: [
    [50, 48],
    [20, 54],
    [0, 60],
  ],
} as const;

export interface SoldLine {
  itemType: keyof typeof tiers;
  isSample: boolean;
  amount: number;
  addonItemIds: readonly string[];
}

export function trueCost(line: SoldLine, addonPrices: ReadonlyMap<string, number>): number {
  if (line.isSample) return 100 * line.amount;
  const [, unit = Number.NaN] = tiers[line.itemType].find(([least]) => line.amount >= least) ?? [];
  const addons = line.addonItemIds.reduce(
    (sum, id) => sum + (addonPrices.get(id) ?? Number.NaN),
    0,
  );
  return (unit + addons) * line.amount;
}
