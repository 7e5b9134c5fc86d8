import { cartItemBody } from "#contract/cart";
import * as pricing from "#contract/pricing";
import type { FinishedProduct } from "#contract/pricing";
import { finishedItem } from "../../web/purchase/use-purchase.ts";
import type { Deps } from "../../worker/deps.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { priceItem, type Priceable } from "../../worker/shop/carts/price-item.ts";
import type { EndpointSpec, UpstreamRequest } from "../../worker/upstream/endpoint.ts";
import { categoryOf, ruleOf } from "./options.ts";

const tiers = [
  { mini_buy_amount: 500, unit_price: 80 },
  { mini_buy_amount: 100, unit_price: 100 },
  { mini_buy_amount: 1000, unit_price: 60 },
];
const capacity = categoryOf("capacity", { "10ml": 0, "30ml": 20 });
const label = categoryOf("label", { plain: 0, printed: 5 });
const box = categoryOf("box", { paper: 3, wood: 30 });
const unchosen = { addonItemIds: [], concentration: null };
const aHundred = { kind: "finished_bottle" as const, quantity: 100 };
const bottle = { productId: "hinoki-rain", ...aHundred, ...unchosen };
const shown = { tiers, categories: [capacity, label], rules: [] };
const wish: FinishedProduct = { ...bottle, ...shown, mostTwd: 1e9 };

test.each([
  [100, 100],
  [499, 100],
  [500, 80],
  [999, 80],
  [1000, 60],
])("of %i bottles each costs NT$%i, however the tiers are sorted", (quantity, unitPrice) => {
  const ascending = tiers.toSorted((a, b) => a.mini_buy_amount - b.mini_buy_amount);
  for (const sorted of [tiers, tiers.toReversed(), ascending])
    expect(pricing.tierOf(sorted, quantity)?.unit_price).toBe(unitPrice);
});

const priceOf = (change: Partial<FinishedProduct>) => {
  const priced = pricing.priceFinishedProduct({ ...wish, ...change });
  return typeof priced === "string" ? priced : [priced.unitPriceTwd, priced.totalTwd];
};
const flat = (unit_price: number) => ({ tiers: [{ mini_buy_amount: 1, unit_price }] });
const gift = categoryOf("label", { gift: -5 });
const discounted = { categories: [capacity, gift], addonItemIds: ["10ml", "gift"] };
const boxed = { categories: [capacity, label, box], rules: [ruleOf("capacity/10ml hides box")] };
const two = ["10ml", "plain"];
const dear = ["30ml", "printed"];

test.each<[string, Partial<FinishedProduct>, ReturnType<typeof priceOf>]>([
  ["without tiers nothing has a price", { tiers: [] }, "no_price"],
  ["nothing is no price (R36)", flat(0), "no_price"],
  ["less than nothing is none (R36)", flat(-1), "no_price"],
  ["nor what a discount takes (R36)", { ...discounted, ...flat(5) }, "no_price"],
  ["a dollar is a price", flat(1), [1, 100]],
  ["add-ons are paid by the bottle", { quantity: 500, addonItemIds: dear }, [105, 52_500]],
  ["with options only full hundreds", { quantity: 150, addonItemIds: two }, "quantity"],
  ["one option of two is no whole choice", { addonItemIds: ["30ml"] }, "options"],
  ["nor is one too many", { addonItemIds: ["30ml", "10ml", "plain"] }, "options"],
  ["nor is one twice", { addonItemIds: ["30ml", "plain", "plain"] }, "options"],
  ["nor is one that is not for sale", { addonItemIds: ["30ml", "plain", "golden"] }, "options"],
  ["what a choice hides is not sold", { ...boxed, addonItemIds: [...two, "wood"] }, "options"],
  ["and its category need not be chosen", { ...boxed, addonItemIds: two }, [100, 10_000]],
  ["but where it is shown", { ...boxed, addonItemIds: ["30ml", "plain"] }, "options"],
])("%s", (_what, change, price) => {
  expect(priceOf(change)).toEqual(price);
});

test.each([
  ["finished_bottle", "99", 100, 100],
  ["finished_bottle", "100", 100, 100],
  ["finished_bottle", "150", 200, 150],
  ["finished_bottle", "1e9", 100_000, 100_000],
  ["finished_bottle", "", 100, 100],
  ["finished_bottle", "１，２００", 1_200, 1_200],
  ["finished_paper", "7", 5, 5],
  ["finished_paper", "8", 10, 10],
  ["finished_kg", "0", 1, 1],
  ["finished_kg", "2.4", 2, 2],
] as const)("%s, typed %j, buys %i, in the window %i", (kind, typed, onPage, inModal) => {
  const wanted = pricing.readQuantity(typed);
  expect(pricing.fitQuantity(kind, "page", wanted)).toBe(onPage);
  expect(pricing.fitQuantity(kind, "modal", wanted)).toBe(inModal);
});

test.each([
  ["finished_kg", 1, true, true],
  ["finished_kg", 0, false, false],
  ["finished_paper", 7, false, false],
  ["finished_bottle", 150, false, true],
  ["finished_bottle", 100_100, false, false],
] as const)("%s may buy %d: %s, in the window: %s", (kind, quantity, onPage, inModal) => {
  expect(pricing.isQuantityAllowed(kind, "page", quantity)).toBe(onPage);
  expect(pricing.isQuantityAllowed(kind, "modal", quantity)).toBe(inModal);
});

test("nobody is sold more than an order may come to (R36)", () => {
  const kilograms = (price: number, quantity: number) =>
    priceOf({ kind: "finished_kg", ...flat(price), quantity, mostTwd: 199_999 });
  expect(kilograms(20_000, 9)).toEqual([20_000, 180_000]);
  expect(kilograms(20_000, 10)).toBe("too_much");
  expect(kilograms(199_999, 1)).toEqual([199_999, 199_999]);
});

test("own words fit only on a label with a picture", () => {
  expect(pricing.takesLabelText([label], "label", ["printed"])).toBe(true);
  expect(pricing.takesLabelText([label], "label", ["plain"])).toBe(false);
  expect(pricing.takesLabelText([label], "other", ["printed"])).toBe(false);
});

test.each([
  ["", 0],
  ["香跡 Sillage", 12],
  ["𠮷野", 4],
  ["サービス", 8],
  ["ｶﾞ", 2],
  ["が", 2],
  ["é", 1],
  ["e\u0301", 1],
  ["🌸", 1],
  ["👩‍🚀", 3],
])("%j weighs %i on a label", (text, weight) => {
  expect(pricing.labelWeight(text)).toBe(weight);
});

test("ten Chinese or twenty Latin characters fill a label", () => {
  const tens = ["香", "ア"].map((wide) => wide.repeat(10));
  const twenties = ["a", "e\u0301", "🌸"].map((narrow) => narrow.repeat(20));
  for (const full of [...tens, ...twenties, "香跡Sillage2026 香水"])
    expect(pricing.isLabelTextAllowed(full), full).toBe(true);
  for (const over of ["香".repeat(10) + "a", "a".repeat(21), "香".repeat(9) + "abc"])
    expect(pricing.isLabelTextAllowed(over), over).toBe(false);
});

test("whatever fits on a label fits through the door of the cart", () => {
  const narrow = ["🌸", "e\u0301"].map((one) => one.repeat(20));
  for (const words of [...narrow, "香".repeat(10), "か\u3099".repeat(10)]) {
    const body = finishedItem({ ...bottle, labelText: words });
    expect(cartItemBody.parse(body).labelText, words).toBe(words.normalize("NFC"));
  }
});

const option = (id: string, price: number) => ({ id, name: id, price, image: "data:image/x" });
const catalogue: Record<string, unknown> = {
  "/reorder-settings/": [
    { id: "bottles", user_type: "PERSONAL_JAR" },
    { id: "papers", user_type: "PERSONAL_PAPER", use_purchase_options_page: true },
    { id: "kilograms", user_type: "ENTERPRISE" },
  ],
  "/product-pricing/{id}": [{ mini_buy_amount: 1, unit_price: 500 }],
  "/product-addons/all/": [
    { id: "strength", name: "Strength", items: [option("rich", 50), option("light", 0)] },
    { id: "labels", name: "Label", items: [option("engraved", 20), option("plain", 0)] },
  ],
  "/product-addons/dependency-rules/all/": [],
};

const undressed = { addonItemIds: [], labelText: null };
const jar = { itemType: "JAR", saleType: "SAMPLE", amount: 1 } as const;
const aSet: Priceable = { ...undressed, ...jar, productIds: ["cedar"] };

function sold(asked: Partial<Priceable>, more: Record<string, unknown> = {}) {
  const heard: string[] = [];
  const upstream = {
    async call<Result>({ path, read }: EndpointSpec<Result>, { params = {} }: UpstreamRequest) {
      heard.push(String(path));
      const known = more[String(path)] ?? catalogue[String(path)];
      const product = { product_id: `number of ${params["id"]}` };
      if (known instanceof Error) throw known;
      return { body: read(known ?? product, params), status: 200, cookies: {} };
    },
  };
  const config = { LABEL_CATEGORY_ID: "labels", CONCENTRATION_ITEM_IDS: { rich: "RICH" } };
  const payments = { ecpay: { payableTwd: { min: 5, max: 199_999 } } };
  const deps = { upstream, config, payments, log: { error: () => {} } } as unknown as Deps;
  return { price: priceItem(deps, { ...aSet, ...asked }), heard };
}

const bottles = { saleType: "FINISHED_PRODUCT", amount: 100 } as const;
const chosen = ["rich", "engraved"];
const whole = { ...bottles, addonItemIds: chosen };

test("a set costs a hundred, and holds three jars or five papers, each once", async () => {
  const productIds = ["a", "b", "a", "c", "d", "e", "f"];
  const jars = { productIds: ["a", "b", "c"], label: "number of a, number of b, number of c" };
  const set = { ...jars, unitPrice: 100, concentration: null };
  expect(await sold({ productIds }).price).toEqual(set);
  const papers = await sold({ productIds, itemType: "SAMPLE_PAPER" }).price;
  expect(papers.productIds).toEqual(["a", "b", "c", "d", "e"]);
});

test.each<[string, Partial<Priceable>, Record<string, string>]>([
  ["a sample by the kilogram", { itemType: "LARGE_JAR_KG" }, { itemType: "invalid_choice" }],
  ["two of one set", { amount: 2 }, { amount: "out_of_range" }],
  ["a set with options", { addonItemIds: ["rich"] }, { addonItemIds: "invalid" }],
  ["a set with a label", { labelText: "Mei" }, { labelText: "invalid" }],
  ["a bottle of nothing", { ...bottles, productIds: [] }, { productIds: "invalid" }],
  ["a bottle of two scents", { ...bottles, productIds: ["a", "b"] }, { productIds: "invalid" }],
  ["fewer than the least", { ...bottles, amount: 99 }, { amount: "out_of_range" }],
  ["an option too few", { ...bottles, addonItemIds: ["rich"] }, { addonItemIds: "invalid" }],
  ["a label without an option for it", { ...bottles, labelText: "Mei" }, { labelText: "invalid" }],
  ["a label beyond its room", { ...whole, labelText: "香".repeat(11) }, { labelText: "too_long" }],
  ["another strength", { ...whole, concentration: "LIGHT" }, { concentration: "invalid_choice" }],
])("%s is not sold", async (_what, asked, fields) => {
  const refusal = { code: "validation_failed", facts: { fields } };
  await expect(sold(asked).price).rejects.toMatchObject(refusal);
});

test("options add to the price of a bottle, and one of them says how strong it is", async () => {
  const asked = { ...whole, labelText: "Mei" };
  const cedar = { productIds: ["cedar"], label: "number of cedar" };
  const rich = { ...cedar, unitPrice: 570, concentration: "RICH" };
  expect(await sold(asked).price).toEqual(rich);
  expect(await sold({ ...asked, concentration: "RICH" }).price).toMatchObject({ unitPrice: 570 });
  const plain = { ...bottles, addonItemIds: ["light", "plain"], concentration: "LIGHT" };
  expect(await sold(plain).price).toMatchObject({ unitPrice: 500, concentration: "LIGHT" });
});

test("who buys without options is not asked for any, and the shop reads none", async () => {
  const { price, heard } = sold(bottles);
  expect(await price).toMatchObject({ unitPrice: 500, concentration: null });
  expect(heard).not.toContain("/product-addons/all/");
});

test("whose setting names the page of options must choose there, if it shows any", async () => {
  const papers = { ...bottles, itemType: "SAMPLE_PAPER" } as const;
  const refusal = { code: "options_required", facts: { fields: { addonItemIds: "required" } } };
  await expect(sold(papers).price).rejects.toMatchObject(refusal);
  expect(await sold({ ...papers, addonItemIds: chosen }).price).toMatchObject({ unitPrice: 570 });
  expect((await sold(papers, { "/product-addons/all/": [] }).price).unitPrice).toBe(500);
});

test("what has no price, or no setting for its buyer, is not sold, and nobody is told a wrong price", async () => {
  const none = { code: "upstream_garbled" };
  await expect(sold(bottles, { "/product-pricing/{id}": [] }).price).rejects.toMatchObject(none);
  const settings = { "/reorder-settings/": [{ id: "papers", user_type: "PERSONAL_PAPER" }] };
  await expect(sold(bottles, settings).price).rejects.toMatchObject(none);
});

test("a line may cost as much as an order, and not a dollar more", async () => {
  const oneTier = (unit_price: number) => ({
    "/product-pricing/{id}": [{ mini_buy_amount: 1, unit_price }],
  });
  const one = { ...bottles, itemType: "LARGE_JAR_KG", amount: 1 } as const;
  expect((await sold(one, oneTier(199_999)).price).unitPrice).toBe(199_999);
  const refusal = { code: "amount_not_payable", facts: { detail: { min: 5, max: 199_999 } } };
  await expect(sold(one, oneTier(200_000)).price).rejects.toMatchObject(refusal);
});

test("a scent that the upstream does not know goes by its id; an upstream that fails is told", async () => {
  const unknown = new ShopError("upstream_refused", { status: 404 });
  const lost = await sold({}, { "/products/{id}": unknown }).price;
  expect(lost.label).toBe("cedar");
  const failure = new ShopError("upstream_unavailable");
  await expect(sold({}, { "/products/{id}": failure }).price).rejects.toBe(failure);
  const bug = new TypeError("a mistake of ours");
  await expect(sold({}, { "/products/{id}": bug }).price).rejects.toBe(bug);
});
