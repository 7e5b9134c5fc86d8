/** The closed list of calls that are passed on; nothing else below `/api` reaches the upstream. */
import * as z from "zod/mini";
import type { ErrorCode } from "#contract/errors";
import { memberChange, shippingAddressBody } from "#contract/member";
import { recommendationBody, surveyStartBody } from "#contract/survey";
import { getPasswordPolicy } from "./auth.ts";
import type { Endpoint, FixedEndpoint } from "./endpoint.ts";
import {
  addAddress,
  changeAddress,
  changeMe,
  getMe,
  listAddresses,
  removeAddress,
} from "./members.ts";
import { getOrderRecommendations } from "./orders.ts";
import { getNotes, getProduct, listCustomTexts } from "./products.ts";
import {
  listAddons,
  listDependencyRules,
  listPricingTiers,
  listReorderSettings,
} from "./purchase-options.ts";
import {
  getSurvey,
  getSurveyResponse,
  keepRecommendation,
  originOf,
  startSurvey,
  type Visitor,
} from "./surveys.ts";

interface Facts {
  who: "anyone" | "member";
  query?: z.ZodMiniType<Record<string, string | number | undefined>>;
  maxBytes?: number;
  /**
   * `public`: equal for all visitors of one language, and cached at the edge. Only for answers that no document makes depend on
   * the caller.
   */
  cache?: "public";
  /** Code for a 404 whose sentence is not in the catalogue. */
  absent?: ErrorCode;
  beforePasswordChange?: true;
}

interface Body<Input, Output> {
  schema: z.ZodMiniType<Input>;
  /** Names each field, so that a change of our contract does not change the upstream's request. */
  toUpstream: (input: Input, visitor: Visitor, params: Record<string, string>) => Output;
}

export interface ForwardedRoute extends Facts {
  /** Its path is as the upstream spells it; ours also matches without the trailing slash. */
  endpoint: FixedEndpoint<unknown>;
  body?: {
    schema: z.ZodMiniType;
    toUpstream: (input: never, visitor: Visitor, params: Record<string, string>) => object;
  };
}

function read<Path extends `/${string}`>(
  endpoint: Endpoint<Path, null, unknown>,
  facts: Facts,
): ForwardedRoute {
  return { ...facts, endpoint };
}

function write<Path extends `/${string}`, Input, Output extends object>(
  endpoint: Endpoint<Path, Output, unknown>,
  body: Body<Input, Output>,
  facts: Omit<Facts, "who" | "cache"> = {},
): ForwardedRoute {
  return { ...facts, who: "member", endpoint, body };
}

const textsQuery = z.strictObject({
  type_filter: z.optional(z.string().check(z.regex(/^[a-z0-9_]{1,40}$/, "invalid"))),
});

const addressBody = {
  schema: shippingAddressBody,
  toUpstream: ({ address }: { address: string }) => ({ address }),
};

export const forwardedTable: readonly ForwardedRoute[] = [
  read(getPasswordPolicy, { who: "anyone", cache: "public" }),

  read(getMe, { who: "member", beforePasswordChange: true }),
  write(changeMe, {
    schema: memberChange,
    toUpstream: (change) => ({
      first_name: change.first_name,
      last_name: change.last_name,
      phone: change.phone,
      country_code: change.country_code,
      address: change.address,
      company_name: change.company_name,
      tax_id: change.tax_id,
      avatar_url: change.avatar_url,
      language_code: change.language_code,
      time_zone: change.time_zone,
    }),
  }),

  read(listAddresses, { who: "member" }),
  write(addAddress, addressBody),
  write(changeAddress, addressBody),
  read(removeAddress, { who: "member" }),

  read(getSurvey, { who: "anyone", cache: "public" }),
  write(startSurvey, {
    schema: surveyStartBody,
    toUpstream: (_body, visitor) => originOf(visitor),
  }),
  read(getSurveyResponse, { who: "member", absent: "survey_response_not_found" }),
  write(keepRecommendation, {
    schema: recommendationBody,
    toUpstream: (
      { product_id, recommendation_reason, recommendation_order, ai_response },
      _visitor,
      params,
    ) => ({
      response_id: params["id"] ?? "",
      product_id,
      recommendation_reason,
      recommendation_order,
      ai_response,
    }),
  }),

  read(getNotes, { who: "anyone", cache: "public" }),
  read(getProduct, { who: "anyone", cache: "public" }),
  read(listAddons, { who: "anyone", cache: "public" }),
  read(listDependencyRules, { who: "anyone", cache: "public" }),
  read(listReorderSettings, { who: "anyone", cache: "public" }),
  read(listPricingTiers, { who: "anyone", cache: "public" }),
  read(listCustomTexts, { who: "anyone", query: textsQuery, cache: "public" }),

  read(getOrderRecommendations, { who: "member", absent: "order_not_found" }),
];
