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
import documents from "../fixtures/documented-answers.json" with { type: "json" };

type Name = keyof typeof documents;
interface Documented {
  endpoint: EndpointSpec<unknown>;
  /** An answer with the documented fields and nothing else. */
  minimum: unknown;
  /** Fields that are used where they are there and promised by no document. Any value may stand in them. */
  unpromised: string[];
  contract: z.ZodMiniType;
}

const access = z.object({ token: z.string(), mustChangePassword: z.boolean() });
const signedIn = z.object({ isSignedIn: z.literal(true), access });
const owesCode = z.object({ isSignedIn: z.literal(false), tempToken: z.string() });
const sentCode = z.object({ expiresAt: z.nullable(z.number()) });
const orderPage = z.object({ data: z.array(order), total: z.nullable(z.int()) });
const placed = z.object({ orderId: z.string(), orderNumber: z.string() });
const moved = z.object({ status: z.string(), next: z.array(z.string()) });
const taken = z.object({ needsRefund: z.boolean() });

const readings: Record<Name, [endpoint: EndpointSpec<unknown>, contract: z.ZodMiniType]> = {
  "a member let in by password": [auth.verifyPassword, signedIn],
  "a member who owes a code": [auth.verifyPassword, owesCode],
  "a sent code": [auth.requestOtp, sentCode],
  "a right code": [auth.verifyOtp, access],
  "refreshed tokens": [auth.refreshTokens, access],
  "the password policy": [auth.getPasswordPolicy, passwordPolicy],
  "the member": [getMe, member],
  "saved addresses": [listAddresses, shippingAddressList],
  "the questionnaire": [surveys.getSurvey, quiz.survey],
  "stored answers": [surveys.submitSurvey, quiz.surveySubmitAnswer],
  "earlier answers": [surveys.getSurveyResponse, quiz.surveyResponse],
  recommendations: [surveys.askRecommender, quiz.chatAnswer],
  "a product": [options.getProduct, things.product],
  "a product's notes": [options.getNotes, things.productNotes],
  orders: [orders.listOrders, orderPage],
  "a placed order": [orders.placeOrder, placed],
  "the recommendations of an order": [orders.getOrderRecommendations, orderRecommendations],
  "an order as the upstream's own people move it": [orders.getServiceOrder, moved],
  "options of finished products": [options.listAddons, things.addonCategoryList],
  "rules between options": [options.listDependencyRules, things.dependencyRuleList],
  "reorder settings": [options.listReorderSettings, things.reorderSettingList],
  "price tiers": [options.listPricingTiers, things.pricingTierList],
  "shop texts": [options.listCustomTexts, things.customTextList],
  "a taken payment event": [reportPayment, taken],
};

export const documentedAnswers = Object.fromEntries(
  Object.entries(readings).map(([name, [endpoint, contract]]): [string, Documented] => [
    name,
    { endpoint, contract, ...documents[name as Name] },
  ]),
);

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
  return typeof value === "function" && "expects" in value;
}
