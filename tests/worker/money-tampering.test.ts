import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plainOptions } from "../support/carts.ts";
import { checkoutForm, customer } from "../support/checkout-form.ts";
import {
  burst,
  countBy,
  longTest,
  report,
  seeded,
  sized,
  type Chance,
} from "../support/experiment.ts";
import { expectInvariants, expectLedgersAgree } from "../support/invariants.ts";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import type { Json, Shopper } from "../support/shopper.ts";
import { tampered, trueCost } from "../support/tampering.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await expectLedgersAgree(shop.db, shop.upstreamDb);
  await shop.close();
});

const wishes = [
  {
    productIds: ["hinoki-rain"],
    itemType: "JAR",
    type: "FINISHED_PRODUCT",
    amount: 100,
    concentration: "LIGHT",
    addonItemIds: plainOptions,
  },
  {
    productIds: ["cedar-library"],
    itemType: "LARGE_JAR_KG",
    type: "FINISHED_PRODUCT",
    amount: 3,
    addonItemIds: plainOptions,
  },
  { productIds: ["yuzu-morning"], itemType: "SAMPLE_PAPER", type: "FINISHED_PRODUCT", amount: 20 },
  {
    productIds: ["hinoki-rain", "cedar-library", "yuzu-morning"],
    itemType: "JAR",
    type: "SAMPLE",
    surveyResponseId: "response-1",
    amount: 1,
  },
];

const json = { "Content-Type": "application/json" };

interface Outcome {
  route: string;
  status: number;
  code: string;
}

/** The prices of the add-ons as the upstream names them. */
async function addonPrices(): Promise<Map<string, number>> {
  const answer: Json = await (await shop.fetch("/api/v1/product-addons/all/")).json();
  return new Map(
    answer.data.flatMap((category: Json) =>
      category.items.map(({ id, price }: Json) => [id, price]),
    ),
  );
}

function expectTrueCart(cart: Json, prices: Map<string, number>): void {
  for (const { itemType, type, amount, addonItemIds, price } of cart.items) {
    expect(price).toBe(
      trueCost({ itemType, isSample: type === "SAMPLE", amount, addonItemIds }, prices),
    );
  }
  expect(cart.totalPrice).toBe(cart.items.reduce((sum: number, { price }: Json) => sum + price, 0));
}

/** A choice of add-ons that stands, with the label that it takes. */
async function dressedJars(shopper: Shopper): Promise<object> {
  const { data } = (await shopper.get("/product-addons/all/")).body;
  const [first, second, third, fourth] = data.map((category: Json) =>
    category.items.map(({ id }: Json) => id),
  );
  const jars = {
    productIds: ["hinoki-rain"],
    itemType: "JAR",
    type: "FINISHED_PRODUCT",
    amount: 200,
  };
  for (const one of first)
    for (const two of second)
      for (const three of third)
        for (const four of fourth) {
          const wish = { ...jars, addonItemIds: [one, two, three, four] };
          if ((await shopper.send("POST", "/cart/items", wish)).status === 200) return wish;
        }
  throw new Error("no choice of add-ons stands");
}

async function bendOnce(
  chance: Chance,
  shopper: Shopper,
  bodies: readonly object[],
  cart: Json,
): Promise<Outcome & { cart: Json }> {
  const isCheckout = chance.below(3) === 0;
  const line = cart.items.length === 0 ? null : chance.pick<Json>(cart.items);
  const method = !isCheckout && line !== null && chance.below(3) === 0 ? "PUT" : "POST";
  const path = isCheckout
    ? "/cart/checkout"
    : method === "PUT"
      ? `/cart/items/${line.id}`
      : "/cart/items";
  const body = isCheckout
    ? bentForm(chance, cart)
    : method === "PUT"
      ? { amount: line.amount }
      : chance.pick(bodies);
  const headers = isCheckout
    ? { ...json, "Idempotency-Key": randomBytes(12).toString("base64url") }
    : json;
  const response = await shopper.fetch(path, {
    method,
    headers,
    body: tampered(chance, { ...body }),
  });
  const answer: Json = await response.json();
  const isCart = !isCheckout && response.status === 200;
  return {
    route: `${method} ${isCheckout ? path : "/cart/items"}`,
    status: response.status,
    code: answer.code ?? "",
    cart: isCart ? answer : cart,
  };
}

/** Some see a line less, or a sum that would suit them. */
function bentForm(chance: Chance, cart: Json): Record<string, unknown> {
  const items = cart.items.filter((item: Json) => item.type !== "SAMPLE" && chance.below(4) > 0);
  const seen = items.reduce((sum: number, { price }: Json) => sum + price, 0);
  return checkoutForm(
    { items, totalPrice: chance.below(3) === 0 ? chance.below(100_000) : seen },
    { customer_note: `No. ${chance.below(1e9)}` },
  );
}

async function bendAll(
  seed: number,
  count: number,
  prices: Map<string, number>,
  jars: object,
): Promise<Outcome[]> {
  const chance = seeded(seed);
  const { shopper } = await newMember(shop, { isBusiness: true });
  const bodies = [...wishes, jars];
  let cart: Json = (await shopper.get("/cart/")).body;
  const outcomes: Outcome[] = [];
  for (let index = 0; index < count; index += 1) {
    const { cart: seen, ...outcome } = await bendOnce(chance, shopper, bodies, cart);
    outcomes.push(outcome);
    expectTrueCart(seen, prices);
    cart = seen.items.length > 12 ? (await shopper.send("DELETE", "/cart/clear")).body : seen;
  }
  expectTrueCart((await shopper.get("/cart/")).body, prices);
  return outcomes;
}

test(
  "whatever is bent in the bodies of cart and checkout, no line and no order costs anything but its price (R35, R36, E10)",
  longTest,
  async () => {
    const prices = await addonPrices();
    const jars = await dressedJars((await newMember(shop)).shopper);
    const shoppers = sized(3, 10);
    const each = sized(50, 500);
    const outcomes = (
      await burst(shoppers, shoppers, (index) => bendAll(index + 1, each, prices, jars))
    ).flat();
    const { results: lines } = await shop.upstreamDb
      .prepare(
        `SELECT order_items.type, product_unit, amount, price, addon_item_ids, orders.total_price FROM order_items
       JOIN orders ON orders.id = order_items.order_id WHERE orders.customer_email = '${customer.customer_email}'`,
      )
      .all<{
        type: string;
        product_unit: string;
        amount: number;
        price: number;
        addon_item_ids: string;
      }>();
    const wrong = lines.filter(({ type, product_unit, amount, price, addon_item_ids }) => {
      const itemType =
        product_unit === "BOTTLE"
          ? "JAR"
          : (product_unit as "JAR" | "SAMPLE_PAPER" | "LARGE_JAR_KG");
      return (
        price !==
        trueCost(
          {
            itemType,
            isSample: type === "SAMPLE",
            amount,
            addonItemIds: JSON.parse(addon_item_ids),
          },
          prices,
        )
      );
    });
    report(
      `E10 ${outcomes.length} bent bodies, ${lines.length} lines ordered, ${wrong.length} at a wrong price`,
      Object.entries(countBy(outcomes, ({ route, status, code }) => `${route} ${status} ${code}`))
        .sort()
        .map(([outcome, count]) => ({ outcome, count })),
    );
    expect(outcomes.filter(({ status }) => status >= 500)).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  },
);
