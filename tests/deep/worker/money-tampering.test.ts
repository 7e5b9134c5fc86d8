import { ownShop } from "./own-shop.ts";
import { cartOf, finishedJars, sampleSet } from "../../support/carts.ts";
import { checkoutForm, customer, newKey } from "../../support/checkouts.ts";
import { burst, countBy, report, seeded, sized, type Chance } from "../../support/experiment.ts";
import { expectLedgersAgree } from "../../support/invariants.ts";
import { newMember } from "../../support/new-member.ts";
import { rows } from "../../support/payments.ts";
import type { Json, Shopper } from "../../support/shopper.ts";

const shop = await ownShop({}, ({ db, upstreamDb }) => expectLedgersAgree(db, upstreamDb));

const addonItemIds = [
  "capacity-spray-30",
  "concentration-moderate",
  "label-moon",
  "packaging-ribbon",
];
const wishes = [
  finishedJars({ concentration: "LIGHT" }),
  finishedJars({ amount: 200, addonItemIds }),
  finishedJars({ itemType: "LARGE_JAR_KG", amount: 3 }),
  finishedJars({ itemType: "SAMPLE_PAPER", amount: 20, addonItemIds: undefined }),
  sampleSet({ productIds: ["hinoki-rain", "cedar-library", "yuzu-morning"], amount: 1 }),
];

/** As text, since a number may be given in ways that `JSON.stringify` never writes. */
const oddNumbers =
  `-1 0 1 5 99 100 101 200 1000 100000 100001 1000000000 1.5 100.0000001 1e2 1e400 -0 "1" "100" NaN Infinity 9007199254740992
  9007199254740993 [100] {} null true "" 0x64 １００`.split(/\s+/);
const oddTexts =
  `"" "__proto__" "../../orders" "hinoki-rain" [] null 0 "\\u0000" "\\ud800" {"$gt":""} "SAMPLE" "JAR"`.split(
    " ",
  );
const moneyNames =
  `price unitPrice unit_price total totalPrice order_total_price discount amount_twd status member_id memberId __proto__ constructor
  coupon currency`.split(/\s+/);

type Entries = [name: string, json: string][];

/** The body with up to three things bent in it, as JSON text that need not be JSON any more. */
function tampered(chance: Chance, body: object): string {
  let entries: Entries = Object.entries(body).map(([name, value]) => [name, JSON.stringify(value)]);
  for (let bends = chance.below(4); bends > 0; bends -= 1) {
    const name = chance.pick(Object.keys(body));
    const value = chance.pick(chance.below(2) === 0 ? oddNumbers : oddTexts);
    const number = chance.pick(oddNumbers);
    const change = (isMeant: (other: string) => boolean, to: (old: string) => string): Entries =>
      entries.map(([other, old]) => [other, isMeant(other) ? to(old) : old]);
    entries = chance.pick<() => Entries>([
      () => [...entries, [chance.pick(moneyNames), number]],
      // The same name twice: which one counts must not depend on who reads.
      () => [...entries, [name, value]],
      () => [[name, value], ...entries],
      () => entries.filter(([other]) => other !== name),
      () =>
        change(
          (other) => /^(amount|expected_total)$/.test(other),
          () => number,
        ),
      () =>
        change(
          (other) => other === name,
          (old) => `[${old},${old}]`,
        ),
      () =>
        change(
          (other) => other === name,
          () => value,
        ),
    ])();
  }
  const text = `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
  return chance.below(25) === 0 ? text.slice(0, chance.below(text.length)) : text;
}

/** Spelled out here, so that the shop's own arithmetic is not its judge: the least amount of each tier and its price. */
const tiers = {
  LARGE_JAR_KG: { 25: 10_400, 10: 11_200, 5: 12_000, 0: 12_800 },
  JAR: { 1000: 300, 500: 330, 200: 360, 0: 380 },
  SAMPLE_PAPER: { 50: 48, 20: 54, 0: 60 },
};

interface SoldLine {
  itemType: keyof typeof tiers;
  isSample: boolean;
  amount: number;
  addonItemIds: readonly string[];
}

function trueCost(line: SoldLine, priceOf: ReadonlyMap<string, number>): number {
  if (line.isSample) return 100 * line.amount;
  const least = Object.entries(tiers[line.itemType]).toReversed();
  const [, unit = Number.NaN] = least.find(([from]) => line.amount >= Number(from)) ?? [];
  const addons = line.addonItemIds.map((id) => priceOf.get(id) ?? Number.NaN);
  return addons.reduce((sum, price) => sum + price, unit) * line.amount;
}

async function addonPrices(): Promise<Map<string, number>> {
  const answer: Json = await (await shop.fetch("/api/v1/product-addons/all/")).json();
  const items = answer.data.flatMap((category: Json) => category.items);
  return new Map(items.map(({ id, price }: Json) => [id, price]));
}

function expectTrueCart(cart: Json, prices: Map<string, number>): void {
  const costs = cart.items.map((line: Json) =>
    trueCost({ ...line, isSample: line.type === "SAMPLE" }, prices),
  );
  expect(cart.items.map(({ price }: Json) => price)).toEqual(costs);
  expect(cart.totalPrice).toBe(costs.reduce((sum: number, cost: number) => sum + cost, 0));
}

function bentForm(chance: Chance, cart: Json): Json {
  const items = cart.items.filter((item: Json) => item.type !== "SAMPLE" && chance.below(4) > 0);
  const seen = items.reduce((sum: number, { price }: Json) => sum + price, 0);
  const totalPrice = chance.below(3) === 0 ? chance.below(100_000) : seen;
  return checkoutForm({ items, totalPrice }, { customer_note: `No. ${chance.below(1e9)}` });
}

async function bendOnce(chance: Chance, shopper: Shopper, cart: Json) {
  const line = cart.items.length === 0 ? null : chance.pick<Json>(cart.items);
  const [method, path, body] =
    chance.below(3) === 0
      ? (["POST", "/cart/checkout", bentForm(chance, cart)] as const)
      : line !== null && chance.below(3) === 0
        ? (["PUT", `/cart/items/${line.id}`, { amount: line.amount }] as const)
        : (["POST", "/cart/items", chance.pick(wishes)] as const);
  const response = await shopper.fetch(path, {
    method,
    headers: { "Content-Type": "application/json", "Idempotency-Key": newKey() },
    body: tampered(chance, { ...body }),
  });
  const answer: Json = await response.json();
  const outcome = `${method} ${path.replace(/items.*/, "items")} ${response.status} ${answer.code ?? ""}`;
  return { outcome, cart: answer.items === undefined ? cart : answer };
}

async function bendAll(
  seed: number,
  count: number,
  prices: Map<string, number>,
): Promise<string[]> {
  const chance = seeded(seed);
  const { shopper } = await newMember(shop, { isBusiness: true });
  const outcomes: string[] = [];
  let cart = await cartOf(shopper);
  while (outcomes.length < count) {
    const bent = await bendOnce(chance, shopper, cart);
    outcomes.push(bent.outcome);
    expectTrueCart(bent.cart, prices);
    const isLong = bent.cart.items.length > 12;
    cart = isLong ? (await shopper.send("DELETE", "/cart/clear")).body : bent.cart;
  }
  expectTrueCart(await cartOf(shopper), prices);
  return outcomes;
}

test("whatever is bent in the bodies of cart and checkout, no line and no order costs anything but its price (R35, R36, E10)", async () => {
  const prices = await addonPrices();
  const shoppers = sized(3, 10);
  const bend = (index: number) => bendAll(index + 1, sized(50, 500), prices);
  const outcomes = (await burst(shoppers, shoppers, bend)).flat();
  const lines = await rows<Json>(
    shop.upstreamDb,
    `SELECT order_items.type, product_unit, amount, price, addon_item_ids FROM order_items
       JOIN orders ON orders.id = order_items.order_id WHERE orders.customer_email = ?`,
    customer.customer_email,
  );
  const costOf = ({ type, product_unit: unit, amount, addon_item_ids }: Json) => {
    const sold = { isSample: type === "SAMPLE", amount, addonItemIds: JSON.parse(addon_item_ids) };
    return trueCost({ ...sold, itemType: unit === "BOTTLE" ? "JAR" : unit }, prices);
  };
  report(`E10 ${outcomes.length} bent bodies, ${lines.length} lines ordered`, [
    countBy(outcomes, String),
  ]);
  expect(outcomes.filter((outcome) => / 5\d\d /.test(outcome))).toEqual([]);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.map(({ price }) => price)).toEqual(lines.map(costOf));
});
