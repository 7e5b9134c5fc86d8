/**
 * All that a request must pass follows from its route's row, in one order; the tests' matrix walks
 * over the rows. Only the bearer token says who is calling, never a cookie, a query or a body.
 */
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { findTargetHandler } from "hono/utils/handler";
import * as z from "zod/mini";
import { id } from "#contract/fields";
import type { App } from "../context.ts";
import type { MemberActor } from "../deps.ts";
import { enforceRate, networkOf, type RateName } from "../shop/limits/enforce-limit.ts";
import { clientAddress } from "./browser-facts.ts";
import { checkBody, checked, refuseDoubledKeys, type Body } from "./validate.ts";
import { asMember, getLiveSession, type LivenessOptions } from "../shop/sessions/as-member.ts";
import { sessionSecrets, verifyToken, type TokenType } from "../shop/sessions/tokens.ts";
import { ShopError } from "../errors/shop-error.ts";
import type { OperatorRole } from "../env.ts";
import { presentOperator } from "./operator.ts";

export interface Policy extends LivenessOptions, Body {
  /**
   * `guest or member`: an invalid token is refused, so that the page refreshes it.
   * `second step`: with the temporary token of a sign-in that still owes its code.
   * `refresh cookie`: judged by the route itself.
   */
  who: "anyone" | "guest or member" | "member" | "second step" | "refresh cookie" | "operator";
  may?: OperatorRole;
  /** Reads the session's row first; then `deps` calls the upstream as the member. */
  live?: true;
  /** `api` unless named. Gateways have few addresses, and of reports and health little is done. */
  rate?: RateName | "uncounted";
  params?: z.ZodMiniType;
  /** A route takes no query unless it declares one, and none takes a key twice. */
  query?: z.ZodMiniType;
  /** Without our page's header: a gateway's message is signed, a browser's report changes nothing. */
  sender?: "gateway" | "browser";
}

type Admitted<Row> = Row extends { who: "member" }
  ? { actor: MemberActor }
  : Row extends { who: "second step" }
    ? { challengeId: string }
    : object;
type Valid<Row> = {
  [Part in Extract<keyof Row, "query" | "json" | "form">]: z.output<Row[Part]>;
};
type Guard<Row> = MiddlewareHandler<
  App & { Variables: Admitted<Row> },
  string,
  { in: object; out: Valid<Row> }
>;

const rows = new WeakMap<object, Policy>();
const pathIds = z.record(z.string(), id);

export function policy<const Row extends Policy>(row: Row): Guard<Row> {
  const { rate = "api", params = pathIds, query = z.strictObject({}) }: Policy = row;
  const checkParams = checked("param", params);
  const checkQuery = checked("query", query);
  const takeBody = checkBody(row);
  const guard: MiddlewareHandler<App> = async (c, next) => {
    const queryAt = c.req.url.indexOf("?");
    if (queryAt !== -1) {
      refuseDoubledKeys(c.req.url.slice(queryAt + 1));
      if (row.query === undefined) await checkQuery(c);
    }
    if (rate !== "uncounted") await count(c, rate);
    await admit(c, row);
    await checkParams(c);
    await checkQuery(c);
    await takeBody(c);
    await next();
  };
  rows.set(guard, row);
  // The validators above set what the row's type promises.
  return guard as unknown as Guard<Row>;
}

async function count(c: Context<App>, rate: RateName): Promise<void> {
  const deps = c.get("deps");
  const member = await presentMember(c);
  if (member !== null) return enforceRate(deps, rate, "member", member.memberId);
  const address = clientAddress(c);
  const network = networkOf(address);
  await enforceRate(deps, rate, "address", address);
  if (network !== null) await enforceRate(deps, rate, "network", network);
}

export const policyOf = (handler: object): Policy | undefined =>
  rows.get(findTargetHandler(handler as MiddlewareHandler));

export function routeOf(c: Context<App>) {
  const route = matchedRoutes(c).find(({ method }) => method !== "ALL");
  if (route === undefined) return null;
  const { method, path, handler } = route;
  return { method, pattern: path.replace(/(?<=.)\/$/, ""), policy: policyOf(handler) };
}

async function admit(c: Context<App>, row: Policy): Promise<void> {
  const { who, live, may = "look" } = row;
  if (who === "operator") c.set("operator", await presentOperator(c, may));
  if (who === "second step") {
    const claims = await claimsOf(c, "pre_otp");
    if (claims === null) throw refusedToken(c);
    c.set("challengeId", claims.sub);
  }
  if (who === "member" || (who === "guest or member" && c.req.header("Authorization"))) {
    const actor = await presentMember(c);
    if (actor === null) throw refusedToken(c);
    if (live) {
      const deps = c.get("deps");
      const session = await getLiveSession(deps, actor, row);
      c.set("deps", asMember(deps, actor, { session }));
    }
    c.set("actor", actor);
  }
}

/** The bearer of a valid token, or null: never a refusal. Verified once a request. */
export async function presentMember(c: Context<App>): Promise<MemberActor | null> {
  const known = c.get("present");
  if (known !== undefined) return known;
  const claims = await claimsOf(c, "access");
  const present = claims?.sid ? { memberId: claims.sub, sessionId: claims.sid } : null;
  c.set("present", present);
  return present;
}

export function bearerOf(c: Context<App>): string | null {
  return /^Bearer ([\w.-]+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? null;
}

async function claimsOf(c: Context<App>, type: TokenType) {
  const { config, now } = c.get("deps");
  const token = bearerOf(c);
  return token === null ? null : verifyToken(sessionSecrets(config), type, token, now());
}

function refusedToken(c: Context<App>): ShopError {
  return new ShopError(c.req.header("Authorization") ? "token_invalid" : "unauthenticated");
}
