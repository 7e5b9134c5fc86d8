/** The closed list of calls that are passed on; nothing else below `/api` reaches the upstream. */
import { Hono, type Context } from "hono";
import { etag } from "hono/etag";
import * as z from "zod/mini";
import type { ErrorCode } from "#contract/errors";
import { taiwanTaxIdPattern, wholeInQuery } from "#contract/fields";
import { memberChange, shippingAddressBody, type MemberChange } from "#contract/member";
import { recommendationBody, surveyStartBody } from "#contract/survey";
import type { App } from "../context.ts";
import type { Deps } from "../deps.ts";
import { isUnknownUpstream, ShopError } from "../errors/shop-error.ts";
import { bearerOf, presentMember, policy, type Policy } from "../middleware/policy.ts";
import { visitorOf } from "../middleware/browser-facts.ts";
import { readScent } from "../shop/scents/scents.ts";
import { asMember } from "../shop/sessions/as-member.ts";
import { readScents } from "../store/content.ts";
import { getPasswordPolicy } from "../upstream/auth.ts";
import type { Endpoint, FixedEndpoint } from "../upstream/endpoint.ts";
import * as members from "../upstream/members.ts";
import { getOrderRecommendations } from "../upstream/orders.ts";
import * as products from "../upstream/products.ts";
import { readPublic } from "../upstream/public-read.ts";
import * as surveys from "../upstream/surveys.ts";

export const forwarded = new Hono<App>();

/** Ours, which also matches with the upstream's trailing slash. */
const addressOf = ({ path }: FixedEndpoint<unknown>) =>
  path.replace(/\/$/, "").replace(/\{(\w+)\}/g, ":$1");

const noQuery = z.strictObject({});
const textsQuery = z.strictObject({
  type_filter: z.optional(z.string().check(z.regex(/^[a-z0-9_]{1,40}$/, "invalid"))),
});

/** Cached at the edge: only for answers that no document makes depend on the caller. */
function publicRead(endpoint: FixedEndpoint<unknown>, query = noQuery) {
  forwarded.get(addressOf(endpoint), policy({ who: "anyone", query }), async (c) => {
    const request = { params: c.req.param(), query: c.req.valid("query") };
    return publicAnswer(c, await readPublic(await presentDeps(c), endpoint, request));
  });
}

publicRead(getPasswordPolicy);
publicRead(surveys.getSurvey);
publicRead(products.getNotes);
publicRead(products.getProduct);
publicRead(products.listAddons);
publicRead(products.listDependencyRules);
publicRead(products.listReorderSettings);
publicRead(products.listPricingTiers);
publicRead(products.listCustomTexts, textsQuery);

export const scents = new Hono<App>({ strict: false });

const firstOfList = z.strictObject({ first: wholeInQuery(1, 100) });

scents.get("/", policy({ who: "anyone", query: firstOfList }), etag(), async (c) => {
  const { deps } = c.var;
  const { first } = c.req.valid("query");
  const { value } = await readScents(deps, deps.locale);
  if (first !== undefined)
    return publicAnswer(c, JSON.stringify({ data: value.scents.slice(0, first) }));
  c.header("ETag", value.etag);
  return publicAnswer(c, value.bytes);
});

scents.get("/:id", policy({ who: "anyone" }), async (c) => {
  const scent = await readScent(await presentDeps(c), c.req.param("id"));
  return publicAnswer(c, JSON.stringify(scent));
});

/** Private and short: a shared cache could mix up languages. */
function publicAnswer(c: Context<App>, json: string | Uint8Array<ArrayBuffer>): Response {
  return c.body(json, 200, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "private, max-age=60",
    Vary: "Accept-Language",
  });
}

/** Reads of a signed-in member carry the member's token, also where strangers may read the same. */
async function presentDeps(c: Context<App>): Promise<Deps> {
  const { deps } = c.var;
  const actor = bearerOf(c) === null ? null : await presentMember(c);
  return actor === null
    ? deps
    : asMember(deps, actor, { beforePasswordChange: true, orAnonymous: true });
}

interface Row<Body> extends Partial<Policy> {
  json?: z.ZodMiniType<{ [Name in keyof Body]?: Body[Name] | undefined }>;
  fill?: (c: Pick<Context<App>, "req" | "var">) => Partial<Body>;
  absent?: ErrorCode;
  check?: (body: Body, upstream: Deps["upstream"]) => Promise<void>;
}

function passOn<Body extends object | null>(
  endpoint: Endpoint<`/${string}`, Body, object | null>,
  { absent, check, fill, ...row }: Row<Body> = {},
) {
  const guard = policy({ ...row, who: "member" });
  forwarded.on(endpoint.method, addressOf(endpoint), guard, async (c) => {
    const { upstream } = asMember(c.var.deps, c.var.actor, row);
    const sent = row.json && { ...(c.req.valid("json") as Body & object), ...fill?.(c) };
    if (sent) await check?.(sent, upstream);
    const request = { params: c.req.param(), ...(sent && { body: sent }) };
    try {
      const { body, status } = await upstream.call(endpoint, request);
      return body === null ? c.body(null, 204) : c.json(body, status === 201 ? 201 : 200);
    } catch (error) {
      const isNamed = !isUnknownUpstream(error) || error.code !== "upstream_refused";
      if (absent === undefined || isNamed) throw error;
      throw new ShopError(absent, error.facts, { cause: error });
    }
  });
}

/** The upstream's refusal names no field. */
async function checkTaxId({ tax_id }: MemberChange, upstream: Deps["upstream"]): Promise<void> {
  if (!tax_id || taiwanTaxIdPattern.test(tax_id)) return;
  const { is_business, country } = (await upstream.call(members.getMe, {})).body;
  if (is_business && country === "TW")
    throw new ShopError("validation_failed", { status: 422, fields: { tax_id: "invalid_tax_id" } });
}

passOn(members.getMe, { beforePasswordChange: true });
passOn(members.changeMe, { json: memberChange, check: checkTaxId });
passOn(members.listAddresses);
passOn(members.addAddress, { json: shippingAddressBody });
passOn(members.changeAddress, { json: shippingAddressBody });
passOn(members.removeAddress);
passOn(surveys.getSurveyResponse, { absent: "survey_response_not_found" });
passOn(getOrderRecommendations, { absent: "order_not_found" });

passOn(surveys.startSurvey, { rate: "survey-start", json: surveyStartBody, fill: visitorOf });
passOn(surveys.keepRecommendation, {
  json: recommendationBody,
  fill: (c) => ({ response_id: c.req.param("id") ?? "" }),
});
