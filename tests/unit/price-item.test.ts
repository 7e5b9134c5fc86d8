/** `worker/shop/carts/price-item.ts`: what each kind of line costs, and what is not sold. */
import { expect, test } from "vitest";
import type { Deps } from "../../worker/deps.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { priceItem, type Priceable } from "../../worker/shop/carts/price-item.ts";
import type { EndpointSpec, UpstreamRequest } from "../../worker/upstream/endpoint.ts";

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

function priced(wish: Partial<Priceable>, more: Record<string, unknown> = {}) {
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
  // The verb uses no other port.
  const payments = { ecpay: { payableTwd: { min: 5, max: 199_999 } } };
  const deps = { upstream, config, payments, log: { error: () => {} } } as unknown as Deps;
  const whole: Priceable = {
    productIds: ["cedar"],
    itemType: "JAR",
    saleType: "SAMPLE",
    amount: 1,
    addonItemIds: [],
    labelText: null,
    ...wish,
  };
  return { price: priceItem(deps, whole), heard };
}

const bottles = { saleType: "FINISHED_PRODUCT", amount: 100 } as const;
const chosen = ["rich", "engraved"];
const whole = { ...bottles, addonItemIds: chosen };

test("a set costs a hundred, and holds three jars or five papers, each once", async () => {
  const productIds = ["a", "b", "a", "c", "d", "e", "f"];
  expect(await priced({ productIds }).price).toEqual({
    productIds: ["a", "b", "c"],
    label: "number of a, number of b, number of c",
    unitPrice: 100,
    concentration: null,
  });
  const papers = await priced({ productIds, itemType: "SAMPLE_PAPER" }).price;
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
])("%s is not sold", async (_what, wish, fields) => {
  await expect(priced(wish).price).rejects.toMatchObject({
    code: "validation_failed",
    facts: { fields },
  });
});

test("options add to the price of a bottle, and one of them says how strong it is", async () => {
  const wish = { ...whole, labelText: "Mei" };
  expect(await priced(wish).price).toEqual({
    productIds: ["cedar"],
    label: "number of cedar",
    unitPrice: 570,
    concentration: "RICH",
  });
  expect(await priced({ ...wish, concentration: "RICH" }).price).toMatchObject({ unitPrice: 570 });
  const plain = { ...bottles, addonItemIds: ["light", "plain"], concentration: "LIGHT" };
  expect(await priced(plain).price).toMatchObject({ unitPrice: 500, concentration: "LIGHT" });
});

test("who buys without options is not asked for any, and the shop reads none", async () => {
  const { price, heard } = priced(bottles);
  expect(await price).toMatchObject({ unitPrice: 500, concentration: null });
  expect(heard).not.toContain("/product-addons/all/");
});

test("whose setting names the page of options must choose there, if it shows any", async () => {
  const papers = { ...bottles, itemType: "SAMPLE_PAPER" } as const;
  await expect(priced(papers).price).rejects.toMatchObject({
    code: "options_required",
    facts: { fields: { addonItemIds: "required" } },
  });
  expect(await priced({ ...papers, addonItemIds: chosen }).price).toMatchObject({ unitPrice: 570 });
  expect((await priced(papers, { "/product-addons/all/": [] }).price).unitPrice).toBe(500);
});

test("what has no price, or no setting for its buyer, is not sold, and nobody is told a wrong price", async () => {
  const none = { code: "upstream_garbled" };
  await expect(priced(bottles, { "/product-pricing/{id}": [] }).price).rejects.toMatchObject(none);
  const settings = { "/reorder-settings/": [{ id: "papers", user_type: "PERSONAL_PAPER" }] };
  await expect(priced(bottles, settings).price).rejects.toMatchObject(none);
});

test("a line may cost as much as an order, and not a dollar more", async () => {
  const tiers = (unit_price: number) => ({
    "/product-pricing/{id}": [{ mini_buy_amount: 1, unit_price }],
  });
  const one = { ...bottles, itemType: "LARGE_JAR_KG", amount: 1 } as const;
  expect((await priced(one, tiers(199_999)).price).unitPrice).toBe(199_999);
  await expect(priced(one, tiers(200_000)).price).rejects.toMatchObject({
    code: "amount_not_payable",
    facts: { detail: { min: 5, max: 199_999 } },
  });
});

test("a scent that the upstream does not know goes by its id; an upstream that fails is told", async () => {
  const unknown = new ShopError("upstream_refused", { status: 404 });
  const lost = await priced({}, { "/products/{id}": unknown }).price;
  expect(lost.label).toBe("cedar");
  const failure = new ShopError("upstream_unavailable");
  await expect(priced({}, { "/products/{id}": failure }).price).rejects.toBe(failure);
  const bug = new TypeError("a mistake of ours");
  await expect(priced({}, { "/products/{id}": bug }).price).rejects.toBe(bug);
});
