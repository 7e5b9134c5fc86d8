/** The documents promise a few fields of each answer. Whatever else an upstream says, and however, the page gets what its contract says. */
import fc from "fast-check";
import * as z from "zod/mini";
import { expect, test } from "vitest";
import { passwordPolicy } from "../../worker/contract/auth.ts";
import { member, shippingAddressList } from "../../worker/contract/member.ts";
import { order, orderRecommendations } from "../../worker/contract/order.ts";
import {
  addonCategoryList,
  customTextList,
  dependencyRuleList,
  pricingTierList,
  product,
  productNotes,
  reorderSettingList,
} from "../../worker/contract/product.ts";
import { chatAnswer, survey, surveyResponse, surveySubmitAnswer } from "../../worker/contract/survey.ts";
import * as auth from "../../worker/upstream/auth.ts";
import { listCustomTexts } from "../../worker/upstream/custom-texts.ts";
import { getMe } from "../../worker/upstream/members.ts";
import * as orders from "../../worker/upstream/orders.ts";
import { reportPayment } from "../../worker/upstream/payment-events.ts";
import type { EndpointSpec } from "../../worker/upstream/port.ts";
import { getNotes, getProduct } from "../../worker/upstream/products.ts";
import * as options from "../../worker/upstream/purchase-options.ts";
import { askRecommender } from "../../worker/upstream/raw-materials.ts";
import { listAddresses } from "../../worker/upstream/shipping-addresses.ts";
import * as surveys from "../../worker/upstream/surveys.ts";

interface Documented {
  endpoint: EndpointSpec<unknown>;
  /** An answer with the documented fields and nothing else. */
  minimum: unknown;
  /** Fields that are used where they are there and promised by no document: any value may stand in them. */
  unpromised?: string[];
  contract: z.ZodMiniType;
}

const access = z.object({ token: z.string(), mustChangePassword: z.boolean() });
const material = { raw_material: { name: "Hinoki" } };
const line = { id: "l1", type: "SAMPLE", product_unit: "JAR", product_number: "SL-001", amount: 1, concentration: null };
const documentedOrder = {
  id: "o1",
  order_id: "SL260001",
  status: "payment_pending",
  created_at: "2026-11-20T08:00:00",
  customer_name: "Mei",
  customer_phone: "0912345678",
  customer_email: "mei@example.test",
  customer_address: "1 Test Road",
  order_total_price: 100,
  currency: "TWD",
  survey_response_id: "r1",
  personal_option: "JAR",
  order_items: [line],
};
const notesWithFacts = ["share", "family", "volatility"];

const table: Record<string, Documented> = {
  "a member let in by password": {
    endpoint: auth.verifyPassword,
    minimum: { access_token: "t", must_change_password: false },
    unpromised: ["token_type", "expires_in"],
    contract: z.object({ isSignedIn: z.literal(true), access }),
  },
  "a member who owes a code": {
    endpoint: auth.verifyPassword,
    minimum: { temp_token: "t", requires_2fa: true },
    unpromised: ["expires_in"],
    contract: z.object({ isSignedIn: z.literal(false), tempToken: z.string() }),
  },
  "a sent code": {
    endpoint: auth.requestOtp,
    minimum: { expires_at: "2026-11-20T08:00:00" },
    contract: z.object({ expiresAt: z.nullable(z.number()) }),
  },
  "a right code": { endpoint: auth.verifyOtp, minimum: { access_token: "t", must_change_password: false }, contract: access },
  "refreshed tokens": {
    endpoint: auth.refreshTokens,
    minimum: { access_token: "t" },
    unpromised: ["expires_in"],
    contract: access,
  },
  "the password policy": {
    endpoint: auth.getPasswordPolicy,
    minimum: {
      min_length: 8,
      max_length: 64,
      requires_uppercase: true,
      requires_lowercase: true,
      requires_digit: true,
      requires_special: false,
      special_characters: "!@#",
    },
    contract: passwordPolicy,
  },
  "the member": {
    endpoint: getMe,
    minimum: { id: "m1", email: "mei@example.test", first_name: "Mei", last_name: "Lin", is_business: false },
    unpromised: [
      "full_name",
      "phone",
      "country",
      "country_code",
      "address",
      "company_name",
      "tax_id",
      "language_code",
      "time_zone",
      "avatar_url",
    ],
    contract: member,
  },
  "saved addresses": {
    endpoint: listAddresses,
    minimum: { data: [{ id: "a1", address: "1 Test Road" }] },
    contract: shippingAddressList,
  },
  "the questionnaire": {
    endpoint: surveys.getSurvey,
    minimum: {
      id: "s1",
      questions: [
        {
          id: "q1",
          question_name: "When?",
          question_type: "single choice",
          is_required: true,
          is_reference: false,
          options: [{ id: "x1", option_text: "Morning", option_order: 1 }],
        },
        { id: "q2", question_name: "Why?", question_type: "Textarea", is_required: false, is_reference: false },
      ],
    },
    unpromised: ["display_text"],
    contract: survey,
  },
  "stored answers": { endpoint: surveys.submitSurvey, minimum: { id: "r1" }, contract: surveySubmitAnswer },
  "earlier answers": {
    endpoint: surveys.getSurveyResponse,
    minimum: { id: "r1", answers: [{ question_id: "q1", option_ids: ["x1"], answer_text: null }] },
    unpromised: ["form_id", "created_at", "recommendations", "personal_option"],
    contract: surveyResponse,
  },
  recommendations: {
    endpoint: askRecommender,
    minimum: { products_id: ["p1", "p2"], response: "Try these" },
    unpromised: ["matches"],
    contract: chatAnswer,
  },
  "a product": {
    endpoint: getProduct,
    minimum: { product_id: "SL-001", product_name: "Hinoki Rain" },
    unpromised: ["id", "description"],
    contract: product,
  },
  "a product's notes": {
    endpoint: getNotes,
    minimum: { top: [material], middle: [material], back: [material, material] },
    unpromised: ["product_id", ...notesWithFacts],
    contract: productNotes,
  },
  orders: {
    endpoint: orders.listOrders,
    minimum: { data: [documentedOrder], total: 1 },
    unpromised: ["price", "product_ids", "label_text"],
    contract: z.object({ data: z.array(order), total: z.nullable(z.int()) }),
  },
  "a placed order": {
    endpoint: orders.placeOrder,
    minimum: { order_id: "SL260001" },
    unpromised: ["id", "status", "created_at", "order_total_price", "ecpay_form_data", "payment_url"],
    contract: z.object({ id: z.string(), number: z.string() }),
  },
  "the recommendations of an order": {
    endpoint: orders.getOrderRecommendations,
    minimum: {
      response_id: "r1",
      products: [
        {
          product_id: "p1",
          product_number: "SL-001",
          product_name: "Hinoki Rain",
          top_notes: [material],
          middle_notes: [{ name: "Rose" }],
          back_notes: ["Musk"],
        },
      ],
    },
    unpromised: ["id", ...notesWithFacts],
    contract: orderRecommendations,
  },
  "options of finished products": {
    endpoint: options.listAddons,
    minimum: {
      data: [
        { id: "c1", name: "容量", display_order: 1, items: [{ id: "i1", name: "10 ml", price: 100, category_display_order: 1 }] },
      ],
    },
    unpromised: ["image", "scale", "focal_point_x", "focal_point_y"],
    contract: addonCategoryList,
  },
  "rules between options": {
    endpoint: options.listDependencyRules,
    minimum: {
      data: [{ trigger_category_id: "c1", trigger_item_id: null, target_category_id: "c2", target_item_id: "i2", is_visible: 1 }],
    },
    contract: dependencyRuleList,
  },
  "reorder settings": {
    endpoint: options.listReorderSettings,
    minimum: { data: [{ id: "1", user_type: "PERSONAL_JAR", use_purchase_options_page: true }] },
    contract: reorderSettingList,
  },
  "price tiers": {
    endpoint: options.listPricingTiers,
    minimum: { data: [{ mini_buy_amount: 100, unit_price: 320 }] },
    contract: pricingTierList,
  },
  "shop texts": {
    endpoint: listCustomTexts,
    minimum: { data: [{ type: "checkout_x", text: "Hello" }] },
    contract: customTextList,
  },
  "a taken payment event": {
    endpoint: reportPayment,
    minimum: {},
    unpromised: ["outcome"],
    contract: z.object({ needsRefund: z.boolean() }),
  },
};

/** Chooses one of the values, by a seed that the property reports when it fails. */
type Choose = <Value>(...values: Value[]) => Value;
function chooser(seed: number): Choose {
  let state = seed;
  return (...values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[Math.floor((state / 2 ** 32) * values.length)] as (typeof values)[number];
  };
}
const anything = [
  null,
  "",
  0,
  -1.5,
  "soon",
  [],
  {},
  true,
  ...fc.sample(fc.jsonValue({ maxDepth: 2 }), { numRuns: 200, seed: 7 }),
];

/** The same answer as another system might spell it. */
function respelled(value: unknown, choose: Choose, unpromised: readonly string[], name = ""): unknown {
  if (Array.isArray(value)) return value.map((entry) => respelled(entry, choose, unpromised, name));
  if (typeof value === "boolean") return choose<unknown>(value, value ? 1 : 0, String(value));
  if (typeof value === "number" && name.startsWith("is_")) return choose<unknown>(value, value === 1, String(value));
  if (typeof value === "number") return choose<unknown>(value, String(value), `${value}.00`);
  if (typeof value === "string" && /(^|_)ids?$/.test(name) && name !== "order_id") return choose<unknown>(value, 4711);
  if (typeof value === "string" && name === "created_at")
    return choose(value, `${value}Z`, `${value}.123+08:00`, value.replace("T", " "));
  if (typeof value === "string" && name === "question_type") return choose(value, value.toUpperCase(), value.replace(" ", "_"));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([key, inner]) => [key, respelled(inner, choose, unpromised, key)]);
  const own = new Set(Object.keys(value));
  const added = unpromised.filter((key) => !own.has(key) && choose(true, false)).map((key) => [key, choose(...anything)]);
  return { x_unheard_of: choose(...anything), ...Object.fromEntries(added), ...Object.fromEntries(fields) };
}

function enveloped(value: unknown, choose: Choose): unknown {
  const isList = typeof value === "object" && value !== null && "data" in value && Array.isArray(value.data);
  if (isList) return choose(true, false) ? value : value.data;
  return choose(true, false) ? value : { data: value };
}

test.each(Object.entries(table))("%s: the documented minimum is enough, however the rest looks", (_what, documented) => {
  const { endpoint, minimum, unpromised = [], contract } = documented;
  const params = { id: "asked", productId: "asked" };
  expect(contract.parse(endpoint.read(minimum, params))).toBeTruthy();
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const choose = chooser(seed);
      const answer = enveloped(respelled(minimum, choose, unpromised), choose);
      const read = JSON.parse(JSON.stringify(endpoint.read(JSON.parse(JSON.stringify(answer)), params)));
      const parsed = z.safeParse(contract, read);
      expect(parsed.success, JSON.stringify([answer, read, parsed.error])).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("every endpoint that answers something stands in this table", async () => {
  const modules = import.meta.glob("../../worker/upstream/*.ts", { eager: true }) as Record<string, Record<string, unknown>>;
  const isEndpoint = (value: unknown): value is EndpointSpec<unknown> => typeof value === "function" && "expects" in value;
  const endpoints = Object.values(modules).flatMap((module) => Object.entries(module).filter(([, value]) => isEndpoint(value)));
  expect(endpoints.length).toBeGreaterThan(25);
  const tabled = new Set<unknown>(Object.values(table).map(({ endpoint }) => endpoint));
  const missing = endpoints.filter(
    ([, endpoint]) => isEndpoint(endpoint) && endpoint.expects === "answer" && !tabled.has(endpoint),
  );
  expect(missing.map(([name]) => name)).toEqual([]);
});

test("an order line that cannot be read keeps its type, and one without a type is known to be unreadable", () => {
  const read = (items: unknown) =>
    orders.listOrders.read({ data: [{ ...documentedOrder, order_items: items }] }, {}).data[0]?.order_items;
  expect(read([{ type: "sample" }])).toMatchObject([{ type: "SAMPLE", product_unit: "" }]);
  expect(read([{ type: 7, amount: {} }, "x"])).toMatchObject([{ type: "7" }, { type: "" }]);
  expect(read("no list")).toMatchObject([{ type: "" }]);
  expect(read([])).toEqual([]);
});

test("a price with cents, and a rule whose item cannot be read, are never guessed at", () => {
  expect(() => options.listPricingTiers.read({ data: [{ mini_buy_amount: 1, unit_price: "99.50" }] }, {})).toThrow();
  const rule = { trigger_category_id: "c1", trigger_item_id: {}, target_category_id: "c2", target_item_id: null, is_visible: 0 };
  expect(() => options.listDependencyRules.read([rule], {})).toThrow();
});

test("an answer that says nothing of a list is no empty list", () => {
  for (const body of [null, "", {}, { data: "x" }, { detail: "maintenance" }]) {
    expect.soft(() => listAddresses.read(body, {}), JSON.stringify(body)).toThrow();
    expect.soft(() => orders.listOrders.read(body, {}), JSON.stringify(body)).toThrow();
  }
  expect(listAddresses.read({ data: null }, {})).toEqual({ data: [] });
});

test("a member's shown name is last name, then first name", () => {
  const nameOf = (last_name: string, first_name: string) => getMe.read({ id: 1, last_name, first_name }, {}).full_name;
  expect(nameOf("林", "美")).toBe("林美");
  expect(nameOf("Haddad", "Noor")).toBe("Haddad Noor");
  expect(nameOf("", "Noor")).toBe("Noor");
});
