/**
 * Everything that is forwarded, and nothing else: a path that is not here costs no upstream call. Cart, checkout, payment and
 * sign-in are not forwarded; they are verbs of the shop.
 */
import * as z from "zod/mini";
import { passwordPolicy } from "#contract/auth";
import type { ErrorCode } from "#contract/errors";
import { whole } from "#contract/fields";
import { orderCheckPageSize } from "#contract/limits";
import { member, memberChange, shippingAddress, shippingAddressBody, shippingAddressList } from "#contract/member";
import { orderList, orderRecommendations } from "#contract/order";
import {
  addonCategoryList,
  customTextList,
  dependencyRuleList,
  pricingTierList,
  product,
  productNotes,
  reorderSettingList,
} from "#contract/product";
import {
  chatAnswer,
  chatBody,
  recommendationAnswer,
  recommendationBody,
  survey,
  surveyResponse,
  surveyStartBody,
  surveySubmitAnswer,
  surveySubmitBody,
} from "#contract/survey";

/** What the edge knows better than the page. */
export interface Visitor {
  memberId: string | null;
  sessionId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
}

export interface ForwardedRoute {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, spelled as the upstream spells it; ours answers with and without the last slash. */
  path: `/${string}`;
  who: "anyone" | "member";
  query?: z.ZodMiniType<Record<string, string | number | undefined>>;
  json?: z.ZodMiniType<object>;
  maxBytes?: number;
  /** Overrides fields of the body that are not the page's to say. */
  fill?: (visitor: Visitor, params: Record<string, string>) => object;
  answer: z.ZodMiniType;
  /** `public`: the same for every visitor of one language, and kept at the edge. */
  cache?: "public";
  timeoutMs?: number;
  /** The code of a 404 whose words the catalogue does not know: what is asked for is not there, or not theirs. */
  absent?: ErrorCode;
  /** A member who is in the middle of one sample set is refused another. */
  beginsSampleSet?: true;
  /** Also for a member who still owes a new password. */
  beforePasswordChange?: true;
}

/** Where the documents show no answer, none is waited for: what was done stays done, whatever the upstream says of it. */
const nothing = z.pipe(
  z.unknown(),
  z.transform(() => null),
);
const maybe = <Answer extends z.ZodMiniType>(answer: Answer) => z.catch(z.nullable(answer), null);

const digits = (min: number, max: number) =>
  z.optional(z.pipe(z.string().check(z.regex(/^\d{1,7}$/, "invalid")), z.pipe(z.transform(Number), whole(min, max))));
const day = z.optional(
  z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, "invalid"),
    z.refine((date) => !Number.isNaN(Date.parse(date)), "invalid"),
  ),
);
const ordersQuery = z.strictObject({
  skip: digits(0, 1_000_000),
  limit: digits(1, orderCheckPageSize),
  start_date: day,
  end_date: day,
});
const textsQuery = z.strictObject({ type_filter: z.optional(z.string().check(z.regex(/^[a-z0-9_]{1,40}$/, "invalid"))) });

const surveyOrigin = ({ memberId, sessionId, ipAddress, userAgent }: Visitor) => ({
  member_id: memberId,
  session_id: sessionId,
  ip_address: ipAddress,
  user_agent: userAgent,
});
const sameResponse = (_visitor: Visitor, params: Record<string, string>) => ({ response_id: params.id });
const surveyBytes = 64 * 1024;
const chatTimeoutMs = 20_000;

export const forwardedTable: readonly ForwardedRoute[] = [
  { method: "GET", path: "/auth/password-policy", who: "anyone", answer: passwordPolicy, cache: "public" },

  { method: "GET", path: "/members/me", who: "member", answer: member, beforePasswordChange: true },
  { method: "PATCH", path: "/members/me", who: "member", json: memberChange, answer: maybe(member) },

  { method: "GET", path: "/shipping-addresses", who: "member", answer: shippingAddressList },
  { method: "POST", path: "/shipping-addresses", who: "member", json: shippingAddressBody, answer: maybe(shippingAddress) },
  { method: "PUT", path: "/shipping-addresses/{id}", who: "member", json: shippingAddressBody, answer: maybe(shippingAddress) },
  { method: "DELETE", path: "/shipping-addresses/{id}", who: "member", answer: nothing },

  { method: "GET", path: "/surveys/{id}/full", who: "anyone", answer: survey, cache: "public" },
  { method: "POST", path: "/surveys/{id}/start", who: "member", json: surveyStartBody, fill: surveyOrigin, answer: nothing },
  {
    method: "POST",
    path: "/surveys/{id}/submit",
    who: "member",
    json: surveySubmitBody,
    maxBytes: surveyBytes,
    fill: surveyOrigin,
    beginsSampleSet: true,
    answer: surveySubmitAnswer,
  },
  {
    method: "GET",
    path: "/surveys/responses/{id}/full",
    who: "member",
    answer: surveyResponse,
    absent: "survey_response_not_found",
  },
  {
    method: "POST",
    path: "/surveys/responses/{id}/recommendations",
    who: "member",
    json: recommendationBody,
    fill: sameResponse,
    answer: maybe(recommendationAnswer),
  },
  { method: "POST", path: "/raw-materials/chat", who: "member", json: chatBody, answer: chatAnswer, timeoutMs: chatTimeoutMs },

  { method: "GET", path: "/perfume-note/by_product/{productId}", who: "anyone", answer: productNotes, cache: "public" },
  { method: "GET", path: "/products/{id}", who: "anyone", answer: product, cache: "public" },
  { method: "GET", path: "/product-addons/all/", who: "anyone", answer: addonCategoryList, cache: "public" },
  { method: "GET", path: "/product-addons/dependency-rules/all/", who: "anyone", answer: dependencyRuleList, cache: "public" },
  { method: "GET", path: "/reorder-settings/", who: "anyone", answer: reorderSettingList, cache: "public" },
  { method: "GET", path: "/product-pricing/{id}", who: "anyone", answer: pricingTierList, cache: "public" },
  { method: "GET", path: "/custom-texts/", who: "anyone", query: textsQuery, answer: customTextList, cache: "public" },

  { method: "GET", path: "/orders/my-orders", who: "member", query: ordersQuery, answer: orderList },
  {
    method: "GET",
    path: "/orders/{id}/survey-recommendations",
    who: "member",
    answer: orderRecommendations,
    absent: "order_not_found",
  },
];
