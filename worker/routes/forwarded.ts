import * as z from "zod/mini";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { id } from "#contract/fields";
import type { App } from "../context.ts";
import type { Deps } from "../deps.ts";
import { actorOf, requireMember, bearerOf, presentMember } from "../middleware/actor.ts";
import { visitorOf } from "../middleware/browser-facts.ts";
import { ShopError } from "../errors/shop-error.ts";
import { jsonBody, paramsOf, queryOf } from "../middleware/validate.ts";
import { asMember } from "../shop/sessions/as-member.ts";
import { forwardedTable, type ForwardedRoute } from "../upstream/forwarded-table.ts";
import { readPublic } from "../upstream/public-read.ts";
import type { UpstreamRequest } from "../upstream/endpoint.ts";
import { readScent } from "../shop/scents/read-scent.ts";

export const forwarded = new Hono<App>();

const pathIds = z.record(z.string(), id);
const noQuery = z.strictObject({});
const defaultBytes = 32 * 1024;
const pass: MiddlewareHandler<App> = (_c, next) => next();

for (const route of forwardedTable) {
  const { method, path } = route.endpoint;
  const address = path.replace(/\/$/, "").replace(/\{(\w+)\}/g, ":$1");
  const guard = route.who === "member" ? requireMember : pass;
  const checks = [
    paramsOf(pathIds),
    queryOf(route.query ?? noQuery),
  ] as unknown as MiddlewareHandler<App>[];
  if (route.body !== undefined)
    checks.push(
      jsonBody(route.body.schema, {
        maxBytes: route.maxBytes ?? defaultBytes,
      }) as unknown as MiddlewareHandler<App>,
    );
  forwarded.on([method], [address], guard, ...checks, async (c) => {
    const deps = await depsOf(c, route);
    const request = requestOf(c, route);
    if (route.cache === "public")
      return publicAnswer(c, await readPublic(deps, route.endpoint, request));
    const { body, status } = await send(deps, route, request);
    return body === null ? c.body(null, 204) : c.json(body, status === 201 ? 201 : 200);
  });
}

async function depsOf(
  c: Context<App>,
  { who, beforePasswordChange }: ForwardedRoute,
): Promise<Deps> {
  if (who !== "member") return presentDeps(c);
  return asMember(c.get("deps"), actorOf(c), {
    beforePasswordChange: beforePasswordChange === true,
  });
}

/** What the row's checks have parsed. The loop over the table cannot carry each row's types. */
function requestOf(c: Context<App>, { body }: ForwardedRoute): UpstreamRequest {
  const parsed = <Part>(part: "param" | "query" | "json") => c.req.valid(part as never) as Part;
  const params = parsed<Record<string, string>>("param");
  const query = parsed<Record<string, string | number | undefined>>("query");
  if (body === undefined) return { params, query };
  return { params, query, body: body.toUpstream(parsed<never>("json"), visitorOf(c), params) };
}

async function send(deps: Deps, route: ForwardedRoute, request: UpstreamRequest) {
  try {
    return await deps.upstream.call(route.endpoint, request);
  } catch (error) {
    if (route.absent !== undefined && isUnnamedAbsence(error))
      throw new ShopError(route.absent, error.facts, { cause: error });
    throw error;
  }
}

function isUnnamedAbsence(error: unknown): error is ShopError {
  return (
    error instanceof ShopError && error.code === "upstream_refused" && error.facts.status === 404
  );
}

/** Private and short: a shared cache could mix up languages. */
function publicAnswer(c: Context<App>, json: string): Response {
  return c.body(json, 200, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "private, max-age=60",
    Vary: "Accept-Language",
  });
}

/** Reads of a signed-in member carry the member's token, also where strangers may read the same. */
async function presentDeps(c: Context<App>): Promise<Deps> {
  const deps = c.get("deps");
  const actor = bearerOf(c) === null ? null : await presentMember(c);
  return actor === null
    ? deps
    : asMember(deps, actor, { beforePasswordChange: true, orAnonymous: true });
}

export const scents = new Hono<App>({ strict: false });

scents.get("/:id", paramsOf(z.object({ id })), queryOf(z.strictObject({})), async (c) => {
  const scent = await readScent(await presentDeps(c), c.req.valid("param").id);
  return publicAnswer(c, JSON.stringify(scent));
});
