/** A finished product sent to the cart by hand: the Worker works out what it costs and takes no page's word for it. */
import { beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { finishedJars } from "../support/carts.ts";
import { newShopper } from "../support/shopper.ts";
import type { Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => void (shop = await borrowShop()));

const jar = finishedJars();
const kilograms = { ...jar, itemType: "LARGE_JAR_KG", amount: 3 };
const packs = { ...jar, itemType: "SAMPLE_PAPER", amount: 20, addonItemIds: [] };
const bottle = ["capacity-spray-30", "concentration-moderate", "label-moon", "packaging-ribbon"];

async function add(body: object) {
  const { status, body: answer } = await newShopper(shop).send("POST", "/cart/items", body);
  return status < 300 ? { price: answer.items[0].price } : { status, fields: answer.fields };
}

test.each<[string, object, number]>([
  ["jars of the first tier", jar, 38_000],
  ["jars of the next tier", { ...jar, amount: 200 }, 72_000],
  ["packs", packs, 1_080],
  ["kilograms", kilograms, 38_400],
  [
    "a bottle with everything",
    { ...jar, addonItemIds: bottle, labelText: "雨後", concentration: "MODERATE" },
    70_500,
  ],
  [
    "tins of a business",
    { ...kilograms, addonItemIds: ["capacity-tin", "concentration-rich", "packaging-crate"] },
    38_970,
  ],
])("%s cost what tier and options make them", async (_, body, price) => {
  expect(await add(body)).toEqual({ price });
});

test.each<[string, object, Record<string, string>]>([
  ["99 jars", { ...jar, amount: 99 }, { amount: "out_of_range" }],
  [
    "150 jars with options",
    { ...jar, amount: 150, addonItemIds: bottle },
    { amount: "out_of_range" },
  ],
  ["seven packs", { ...packs, amount: 7 }, { amount: "out_of_range" }],
  ["more than an order may come to", { ...kilograms, amount: 100_000 }, { amount: "out_of_range" }],
  [
    "a label on a tin",
    { ...jar, addonItemIds: ["capacity-tin", "concentration-rich", "label-moon", "packaging-box"] },
    { addonItemIds: "invalid" },
  ],
  [
    "a crate without its tin",
    {
      ...jar,
      addonItemIds: ["capacity-spray-30", "concentration-rich", "label-moon", "packaging-crate"],
    },
    { addonItemIds: "invalid" },
  ],
  [
    "oil in a spray",
    {
      ...jar,
      addonItemIds: ["capacity-spray-30", "concentration-rich-oil", "label-moon", "packaging-box"],
    },
    { addonItemIds: "invalid" },
  ],
  ["half a choice", { ...jar, addonItemIds: ["capacity-spray-30"] }, { addonItemIds: "invalid" }],
  [
    "two sizes at once",
    { ...jar, addonItemIds: [...bottle, "capacity-spray-50"] },
    { addonItemIds: "invalid" },
  ],
  [
    "the same option twice",
    { ...jar, addonItemIds: [...bottle, "packaging-ribbon"] },
    { addonItemIds: "invalid" },
  ],
  [
    "an option nobody sells",
    { ...jar, addonItemIds: [...bottle, "golden-bottle"] },
    { addonItemIds: "invalid" },
  ],
  ["words on bare glass", { ...jar, labelText: "雨後" }, { labelText: "invalid" }],
  [
    "words too wide",
    { ...jar, addonItemIds: bottle, labelText: "香".repeat(11) },
    { labelText: "too_long" },
  ],
  [
    "a strength that is not the one paid for",
    { ...jar, addonItemIds: bottle, concentration: "RICH" },
    { concentration: "invalid_choice" },
  ],
  ["a price of their own", { ...jar, price: 1 }, { price: "unknown_field" }],
])("who sends %s is refused", async (_, body, fields) => {
  expect(await add(body)).toEqual({ status: 400, fields });
});
