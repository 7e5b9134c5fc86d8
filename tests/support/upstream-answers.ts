/** What the documents promise of each answer: the least that an upstream may say. */
import * as z from "zod/mini";
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
import {
  chatAnswer,
  survey,
  surveyResponse,
  surveySubmitAnswer,
} from "../../worker/contract/survey.ts";
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

export interface Documented {
  endpoint: EndpointSpec<unknown>;
  /** An answer with the documented fields and nothing else. */
  minimum: unknown;
  /** Fields that are used where they are there and promised by no document. Any value may stand in them. */
  unpromised?: string[];
  contract: z.ZodMiniType;
}

const access = z.object({ token: z.string(), mustChangePassword: z.boolean() });
const material = { raw_material: { name: "Hinoki" } };
const line = {
  id: "l1",
  type: "SAMPLE",
  product_unit: "JAR",
  product_number: "SL-001",
  amount: 1,
  concentration: null,
};
export const documentedOrder = {
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

export const documentedAnswers: Record<string, Documented> = {
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
  "a right code": {
    endpoint: auth.verifyOtp,
    minimum: { access_token: "t", must_change_password: false },
    contract: access,
  },
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
    minimum: {
      id: "m1",
      email: "mei@example.test",
      first_name: "Mei",
      last_name: "Lin",
      is_business: false,
    },
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
        {
          id: "q2",
          question_name: "Why?",
          question_type: "Textarea",
          is_required: false,
          is_reference: false,
        },
      ],
    },
    unpromised: ["display_text"],
    contract: survey,
  },
  "stored answers": {
    endpoint: surveys.submitSurvey,
    minimum: { id: "r1" },
    contract: surveySubmitAnswer,
  },
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
    unpromised: [
      "id",
      "status",
      "created_at",
      "order_total_price",
      "ecpay_form_data",
      "payment_url",
    ],
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
        {
          id: "c1",
          name: "容量",
          display_order: 1,
          items: [{ id: "i1", name: "10 ml", price: 100, category_display_order: 1 }],
        },
      ],
    },
    unpromised: ["image", "scale", "focal_point_x", "focal_point_y"],
    contract: addonCategoryList,
  },
  "rules between options": {
    endpoint: options.listDependencyRules,
    minimum: {
      data: [
        {
          trigger_category_id: "c1",
          trigger_item_id: null,
          target_category_id: "c2",
          target_item_id: "i2",
          is_visible: 1,
        },
      ],
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
    minimum: { outcome: "accepted" },
    contract: z.object({ needsRefund: z.boolean() }),
  },
};
