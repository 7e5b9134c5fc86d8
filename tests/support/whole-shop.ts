import type { PaymentResult } from "#contract/payment";
import type { Options } from "#contract/pricing";
import type { AddonCategory } from "#contract/product";
import { cartLine, cartWith, listOf, memberOf, orderOf, shopConfig } from "./buying.ts";
import { quizAnswers, survey } from "./quiz-screens.ts";
import { until, type Answers, type ShownPage } from "./shown-page.tsx";

vi.stubGlobal("scrollTo", () => undefined);

const bottles = cartLine({
  id: "bottles",
  type: "FINISHED_PRODUCT",
  price: 380,
  amount: 100,
  concentration: "RICH",
  addonItemIds: ["oil", "moon"],
  labelText: "Noor",
});
export const set = cartLine({ id: "set", surveyResponseId: "r1", userAnswer: "moss after rain" });
export const kilograms = cartLine({ ...bottles, id: "tin", itemType: "LARGE_JAR_KG", amount: 2 });

const item = (id: string, name: string, price: number, change: object = {}) => ({
  id,
  name,
  price,
  category_display_order: 1,
  ...change,
});
const category = (id: string, name: string, order: number, items: AddonCategory["items"]) => ({
  id,
  name,
  display_order: order,
  items,
});
/** Oil takes the spray away, and what is packed waits for a bottle. */
const shelf: Options = {
  categories: [
    category("box", "Packaging", 4, [item("plain", "Plain", 0), item("hinoki", "Hinoki box", 160)]),
    category("size", "Size", 1, [
      item("roller", "10 ml roll-on", 0),
      item("spray", "30 ml spray", 180),
      item("tin", "Tin", 60, { image: "tin.png" }),
    ]),
    category("strength", "Concentration", 2, [
      item("light", "Light (cologne)", 0),
      item("oil", "Rich (oil)", 90),
    ]),
    category("label", "Label", 3, [
      item("bare", "No label", 0),
      item("moon", "Moonlight", 25, { image: "moon.png" }),
    ]),
  ],
  rules: [
    {
      trigger_category_id: "strength",
      trigger_item_id: "oil",
      target_category_id: "size",
      target_item_id: "spray",
      is_visible: 0,
    },
    {
      trigger_category_id: "size",
      trigger_item_id: null,
      target_category_id: "box",
      target_item_id: null,
      is_visible: 1,
    },
  ],
};
const tiers = [
  { mini_buy_amount: 200, unit_price: 360 },
  { mini_buy_amount: 100, unit_price: 380 },
];
const kinds = ["PERSONAL_PAPER", "PERSONAL_JAR", "ENTERPRISE"];

const policy = {
  min_length: 8,
  max_length: 64,
  requires_uppercase: true,
  requires_lowercase: true,
  requires_digit: true,
  requires_special: true,
  special_characters: "!#",
};
const device = {
  id: "d1",
  browser: "Firefox",
  place: "TW",
  created_at: "2026-11-20T01:00:00Z",
  last_seen_at: "2026-11-22T01:00:00Z",
};
export const wholeShop: Answers = {
  ...quizAnswers,
  "GET /config": {
    json: shopConfig({
      survey_id: survey.id,
      description_question_id: "ideal",
      concentration_items: { light: "LIGHT", oil: "RICH" },
      bottle_items: {
        roller: { millilitres: 10, closure: "roller" },
        spray: { millilitres: 30, closure: "spray" },
      },
    }),
  },
  "GET /members/me": { json: memberOf() },
  "GET /cart/": { json: cartWith(set, bottles) },
  "GET /orders/my-orders": { json: listOf() },
  "GET /orders/o1": { json: orderOf({ status: "shipped" }) },
  "GET /shipping-addresses": {
    json: { data: ["1 Fig Lane", "2 Moss Road"].map((address) => ({ id: address, address })) },
  },
  "GET /custom-texts/": { json: { data: [] } },
  "GET /auth/password-policy": { json: policy },
  "GET /auth/sessions": {
    json: {
      data: [
        { ...device, current: true },
        { ...device, id: "d2", current: false },
      ],
    },
  },
  "GET /auth/second-step": { json: { is_on: false, recovery_codes_left: 0 } },
  "GET /product-addons/all/": { json: { data: shelf.categories } },
  "GET /product-addons/dependency-rules/all/": { json: { data: shelf.rules } },
  "GET /reorder-settings/": {
    json: {
      data: kinds.map((kind) => ({ id: kind, user_type: kind, use_purchase_options_page: true })),
    },
  },
  "GET /product-pricing/*": { json: { data: tiers } },
};
export const business = {
  json: memberOf({ is_business: true, company_name: "Fig Ltd", tax_id: "12345678" }),
};

const payment: PaymentResult["value"] = {
  status: "success",
  orderId: "SL-1",
  order_date: "2026-11-22T01:00:00Z",
  amount: 1_300,
  currency: "TWD",
  customer_name: "Noor Test",
  customer_phone: "0912-345-678",
  customer_address: "1 Fig Lane",
};
/** What a shopper is told of a payment who comes back from the cashier. */
export const result = (change: Partial<typeof payment> = {}) => ({
  json: { expiry: Date.now() + 600_000, value: { ...payment, ...change } },
});

/** Until nothing more comes: every call is answered, and the screen stays as it is. */
export async function standsStill(page: ShownPage, within = "main"): Promise<string> {
  let last = "";
  await until(() => {
    expect(document.querySelector(within)).not.toBeNull();
    const now = page.outline(within);
    const isStill = now === last && page.calls.every(({ status }) => status !== null);
    last = now;
    // What a dialog keeps from beginning may wait behind it.
    const isPainting = document.querySelector("[data-wet]") !== null;
    const isWaiting = isPainting || (now.includes("common.loading") && !/^ *dialog /m.test(now));
    expect(isStill && !isWaiting).toBe(true);
  });
  return last;
}
