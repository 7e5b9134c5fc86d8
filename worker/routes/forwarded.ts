import { Hono, type Context, type MiddlewareHandler } from "hono";
import * as z from "zod/mini";
import { id } from "#contract/fields";
import type { App } from "../context.ts";
import type { Deps } from "../deps.ts";
import { actorOf, bearerOf, requireMember, visitingMember } from "../middleware/actor.ts";
import { ShopError } from "../errors/shop-error.ts";
import { parse, readJson, readQuery } from "../middleware/validate.ts";
import { refuseSecondSampleSet } from "../shop/orders/refuse-active-sample-order.ts";
import { asMember } from "../shop/sessions/as-member.ts";
import { forwardedTable, type ForwardedRoute } from "../upstream/forwarded-table.ts";
import { readPublic } from "../upstream/public-read.ts";
import type { UpstreamRequest } from "../upstream/port.ts";

export const forwarded = new Hono<App>();

const pathIds = z.record(z.string(), id);
const noQuery = z.strictObject({});
const anyone: MiddlewareHandler<App> = (_c, next) => next();

for (const route of forwardedTable) {
  const address = route.path.replace(/\/$/, "").replace(/\{(\w+)\}/g, ":$1");
  forwarded.on(route.method, address, route.who === "member" ? requireMember : anyone, async (c) => {
    const deps = await depsOf(c, route);
    const request = await requestOf(c, route);
    if (route.beginsSampleSet) await refuseSecondSampleSet(deps, actorOf(c));
    if (route.cache === "public") return publicAnswer(c, await readPublic(deps, route, request));
    const { body, status } = await send(deps, route, request);
    return body === null ? c.body(null, 204) : c.json(body, status === 201 ? 201 : 200);
  });
}

/** A member's reads carry the member's token even where a stranger may read the same. */
async function depsOf(c: Context<App>, { who, beforePasswordChange }: ForwardedRoute): Promise<Deps> {
  const deps = c.get("deps");
  if (who === "member") return asMember(deps, actorOf(c), { beforePasswordChange: beforePasswordChange === true });
  const actor = bearerOf(c) === null ? null : await visitingMember(c);
  return actor === null ? deps : asMember(deps, actor, { beforePasswordChange: true, orAnonymous: true });
}

async function requestOf(c: Context<App>, route: ForwardedRoute): Promise<UpstreamRequest> {
  const params = parse(pathIds, c.req.param());
  const query = readQuery(c.req.url, route.query ?? noQuery);
  if (route.body === undefined) return { params, query };
  const { schema, toUpstream } = route.body;
  // The table's own types hold schema and translation together.
  const input = (await readJson(c.req.raw, schema, route.maxBytes)) as never;
  return { params, query, body: toUpstream(input, visitorOf(c), params) };
}

async function send(deps: Deps, route: ForwardedRoute, request: UpstreamRequest) {
  try {
    return await deps.upstream.call(route.endpoint, request);
  } catch (error) {
    if (route.absent !== undefined && isUnnamedAbsence(error)) throw new ShopError(route.absent, error.facts, { cause: error });
    throw error;
  }
}

function isUnnamedAbsence(error: unknown): error is ShopError {
  return error instanceof ShopError && error.code === "upstream_refused" && error.facts.status === 404;
}

/** Only Cloudflare's own header says where a request comes from. */
function visitorOf(c: Context<App>) {
  return {
    memberId: c.get("actor")?.memberId ?? null,
    sessionId: c.get("actor")?.sessionId ?? null,
    ipAddress: c.req.header("CF-Connecting-IP") ?? null,
    userAgent: c.req.header("User-Agent")?.slice(0, 512) ?? null,
  };
}

/** Kept by the browser alone, and briefly: a shared cache would mix languages up. */
function publicAnswer(c: Context<App>, json: string): Response {
  return c.body(json, 200, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "private, max-age=60",
    Vary: "Accept-Language",
  });
}
