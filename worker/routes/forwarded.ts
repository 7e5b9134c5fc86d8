import { Hono, type Context, type MiddlewareHandler } from "hono";
import * as z from "zod/mini";
import { id } from "#contract/fields";
import type { App } from "../context.ts";
import { actorOf, requireMember } from "../http/actor.ts";
import { ShopError } from "../http/errors.ts";
import { parse, readJson, readQuery } from "../http/validate.ts";
import { refuseSecondSampleSet } from "../shop/checkout/refuse-active-sample-order.ts";
import { asMember } from "../shop/sessions/as-member.ts";
import { forwardedTable, type ForwardedRoute } from "../upstream/forwarded-table.ts";
import { readPublic } from "../upstream/public-read.ts";
import type { UpstreamCall } from "../upstream/port.ts";

export const forwarded = new Hono<App>();

const pathIds = z.record(z.string(), id);
const noQuery = z.strictObject({});
const anyone: MiddlewareHandler<App> = (_c, next) => next();

for (const route of forwardedTable) {
  const address = route.path.replace(/\/$/, "").replace(/\{(\w+)\}/g, ":$1");
  forwarded.on(route.method, address, route.who === "member" ? requireMember : anyone, async (c) => {
    const call = await callOf(c, route);
    if (route.beginsSampleSet) await refuseSecondSampleSet(c.get("deps"), actorOf(c));
    if (route.cache === "public") return publicAnswer(c, await readPublic(c.get("deps"), call));
    const { body, status } = await send(c, route, call);
    return body === null ? c.body(null, 204) : c.json(body, status === 201 ? 201 : 200);
  });
}

async function callOf(c: Context<App>, route: ForwardedRoute): Promise<UpstreamCall<z.ZodMiniType>> {
  const params = parse(pathIds, c.req.param());
  const query = readQuery(c.req.url, route.query ?? noQuery);
  const json =
    route.json === undefined
      ? undefined
      : { ...(await readJson(c.req.raw, route.json, route.maxBytes)), ...route.fill?.(visitorOf(c), params) };
  return {
    method: route.method,
    path: route.path,
    params,
    query,
    answer: route.answer,
    locale: c.get("deps").locale,
    ...(json === undefined ? {} : { json }),
    ...(route.timeoutMs === undefined ? {} : { timeoutMs: route.timeoutMs }),
  };
}

async function send(c: Context<App>, route: ForwardedRoute, call: UpstreamCall<z.ZodMiniType>) {
  const deps = c.get("deps");
  if (route.who === "anyone") return deps.upstream.call(call);
  const options = route.beforePasswordChange === undefined ? {} : { beforePasswordChange: route.beforePasswordChange };
  try {
    return await asMember(deps, actorOf(c), (bearer) => deps.upstream.call({ ...call, bearer }), options);
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
