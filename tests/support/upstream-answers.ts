/** What the documents promise of each answer: the least that an upstream may say. */
import * as z from "zod/mini";
import { passwordPolicy } from "../../worker/contract/auth.ts";
import { member, shippingAddressList } from "../../worker/contract/member.ts";
import { order, orderRecommendations } from "../../worker/contract/order.ts";
import * as things from "../../worker/contract/product.ts";
import * as quiz from "../../worker/contract/survey.ts";
import * as auth from "../../worker/upstream/auth.ts";

import { getMe, listAddresses } from "../../worker/upstream/members.ts";
import * as orders from "../../worker/upstream/orders.ts";
import { reportPayment } from "../../worker/upstream/payment-events.ts";
import type { EndpointSpec } from "../../worker/upstream/endpoint.ts";
import * as options from "../../worker/upstream/products.ts";
import * as surveys from "../../worker/upstream/surveys.ts";

interface Documented {
  endpoint: EndpointSpec<unknown>;
  /** An answer with the documented fields and nothing else. */
  minimum: unknown;
  /** Fields that are used where they are there and promised by no document. Any value may stand in them. */
  unpromised: string[];
  contract: z.ZodMiniType;
}

const says = (
  endpoint: EndpointSpec<unknown>,
  contract: z.ZodMiniType,
  minimum: unknown,
  unpromised = "",
): Documented => ({
  endpoint,
  contract,
  minimum,
  unpromised: unpromised.split(" ").filter((name) => name !== ""),
});

const access = z.object({ token: z.string(), mustChangePassword: z.boolean() });
const letIn = { access_token: "t", must_change_password: false };
const owesCode = { temp_token: "t", requires_2fa: true };
const letters = { requires_uppercase: true, requires_lowercase: true };
const signs = { requires_digit: true, requires_special: false, special_characters: "!@#" };
const fullName = { first_name: "Mei", last_name: "Lin" };
const choice = { question_name: "When?", question_type: "single choice", is_required: true };
const option = { id: "x1", option_text: "Morning", option_order: 1 };
const words = { question_name: "Why?", question_type: "Textarea", is_required: false };
const questions = [
  { id: "q1", ...choice, is_reference: false, options: [option] },
  { id: "q2", ...words, is_reference: false },
];
const answers = [{ question_id: "q1", option_ids: ["x1"], answer_text: null }];
const material = { raw_material: { name: "Hinoki" } };
const notesWithFacts = "share family volatility";
const line = {
  id: "l1",
  type: "SAMPLE",
  product_unit: "JAR",
  product_number: "SL-001",
  amount: 1,
  concentration: null,
};
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
const tiers = { top_notes: [material], middle_notes: [{ name: "Rose" }], back_notes: ["Musk"] };
const recommended = { product_id: "p1", product_number: "SL-001", product_name: "Hinoki Rain" };
const bottle = { id: "i1", name: "10 ml", price: 100, category_display_order: 1 };
const trigger = { trigger_category_id: "c1", trigger_item_id: null };
const target = { target_category_id: "c2", target_item_id: "i2" };
const rule = { ...trigger, ...target, is_visible: 1 };
const setting = { id: "1", user_type: "PERSONAL_JAR", use_purchase_options_page: true };
const orderPage = z.object({ data: z.array(order), total: z.nullable(z.int()) });

export const documentedAnswers: Record<string, Documented> = {
  "a member let in by password": says(
    auth.verifyPassword,
    z.object({ isSignedIn: z.literal(true), access }),
    letIn,
    "token_type expires_in",
  ),
  "a member who owes a code": says(
    auth.verifyPassword,
    z.object({ isSignedIn: z.literal(false), tempToken: z.string() }),
    owesCode,
    "expires_in",
  ),
  "a sent code": says(auth.requestOtp, z.object({ expiresAt: z.nullable(z.number()) }), {
    expires_at: "2026-11-20T08:00:00",
  }),
  "a right code": says(auth.verifyOtp, access, letIn),
  "refreshed tokens": says(auth.refreshTokens, access, { access_token: "t" }, "expires_in"),
  "the password policy": says(auth.getPasswordPolicy, passwordPolicy, {
    min_length: 8,
    max_length: 64,
    ...letters,
    ...signs,
  }),
  "the member": says(
    getMe,
    member,
    { id: "m1", email: "mei@example.test", ...fullName, is_business: false },
    "full_name phone country country_code address company_name tax_id language_code time_zone avatar_url",
  ),
  "saved addresses": says(listAddresses, shippingAddressList, {
    data: [{ id: "a1", address: "1 Test Road" }],
  }),
  "the questionnaire": says(
    surveys.getSurvey,
    quiz.survey,
    { id: "s1", questions },
    "display_text",
  ),
  "stored answers": says(surveys.submitSurvey, quiz.surveySubmitAnswer, { id: "r1" }),
  "earlier answers": says(
    surveys.getSurveyResponse,
    quiz.surveyResponse,
    { id: "r1", answers },
    "form_id created_at recommendations personal_option",
  ),
  recommendations: says(
    surveys.askRecommender,
    quiz.chatAnswer,
    { products_id: ["p1", "p2"], response: "Try these" },
    "matches",
  ),
  "a product": says(
    options.getProduct,
    things.product,
    { product_id: "SL-001", product_name: "Hinoki Rain" },
    "id description",
  ),
  "a product's notes": says(
    options.getNotes,
    things.productNotes,
    { top: [material], middle: [material], back: [material, material] },
    `product_id ${notesWithFacts}`,
  ),
  orders: says(
    orders.listOrders,
    orderPage,
    { data: [documentedOrder], total: 1 },
    "price product_ids label_text",
  ),
  "a placed order": says(
    orders.placeOrder,
    z.object({ orderId: z.string(), orderNumber: z.string() }),
    { order_id: "SL260001" },
    "id status created_at order_total_price ecpay_form_data payment_url",
  ),
  "the recommendations of an order": says(
    orders.getOrderRecommendations,
    orderRecommendations,
    { response_id: "r1", products: [{ ...recommended, ...tiers }] },
    `id ${notesWithFacts}`,
  ),
  "options of finished products": says(
    options.listAddons,
    things.addonCategoryList,
    { data: [{ id: "c1", name: "容量", display_order: 1, items: [bottle] }] },
    "image scale focal_point_x focal_point_y",
  ),
  "rules between options": says(options.listDependencyRules, things.dependencyRuleList, {
    data: [rule],
  }),
  "reorder settings": says(options.listReorderSettings, things.reorderSettingList, {
    data: [setting],
  }),
  "price tiers": says(options.listPricingTiers, things.pricingTierList, {
    data: [{ mini_buy_amount: 100, unit_price: 320 }],
  }),
  "shop texts": says(options.listCustomTexts, things.customTextList, {
    data: [{ type: "checkout_x", text: "Hello" }],
  }),
  "a taken payment event": says(reportPayment, z.object({ needsRefund: z.boolean() }), {
    outcome: "accepted",
  }),
};

interface FoundEndpoint {
  name: string;
  endpoint: EndpointSpec<unknown>;
}

/** Every call that the shop can make of the upstream, found in its modules. */
export function endpointsOfUpstream(): FoundEndpoint[] {
  const modules = import.meta.glob<Record<string, unknown>>("../../worker/upstream/*.ts", {
    eager: true,
  });
  return Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, endpoint]) => (isEndpoint(endpoint) ? [{ name, endpoint }] : []));
}

function isEndpoint(value: unknown): value is EndpointSpec<unknown> {
  return typeof value === "function" && "mustAnswer" in value;
}
