/**
 * In front of the owner's desk stands Cloudflare Access, whose assertion each request carries;
 * without its configuration only local mode has a desk, open to whoever is at the machine.
 */
import type { Context, MiddlewareHandler } from "hono";
import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { environments } from "#contract/payment";
import type { App } from "../context.ts";
import type { Operator } from "../deps.ts";
import { operatorRoles, paymentEnvironment, type Config, type OperatorRole } from "../env.ts";
import { ShopError } from "../errors/shop-error.ts";
import { harmlessMethods, requireOrigin } from "./origins.ts";

const assertionHeader = "Cf-Access-Jwt-Assertion";
const clockSkewSeconds = 30;

export const isOpenDesk = (config: Config) =>
  environments[paymentEnvironment(config)].isLocal && config.ACCESS_TEAM === null;

/** The desk at its own host, and nothing else there; elsewhere its path is an unknown one. */
export function deskDoor(
  answerUnknown: (c: Context<App>) => Response | Promise<Response>,
): MiddlewareHandler<App> {
  return async (c, next) => {
    const own = originOf(c);
    const isHere = own !== null && new URL(c.req.url).host === new URL(own).host;
    if (/^\/desk(\/|$)/.test(c.req.path)) return isHere ? next() : answerUnknown(c);
    if (!isHere || isOpenDesk(c.get("deps").config)) return next();
    if (c.req.path === "/") return c.redirect("/desk", 302);
    throw new ShopError("not_found");
  };
}

function originOf(c: Context<App>): string | null {
  // The Worker of pages has none of these settings.
  if (c.env.API !== undefined) return null;
  const { config, publicOrigin } = c.get("deps");
  return isOpenDesk(config) ? publicOrigin : config.DESK_ORIGIN;
}

/** Forms need no script, so that they cannot set the mark of the shop's page. */
export const refuseForeignForms: MiddlewareHandler<App> = (c, next) => {
  if (!harmlessMethods.includes(c.req.method)) requireOrigin(c, (origin) => origin === originOf(c));
  return next();
};

/** @throws ShopError 401 for whom Access has not let in, 403 for who may not do this. */
export async function presentOperator(c: Context<App>, may: OperatorRole): Promise<Operator> {
  const { config, now } = c.get("deps");
  if (isOpenDesk(config)) return { name: "local", roles: operatorRoles };
  const assertion = c.req.header(assertionHeader);
  if (assertion === undefined) throw new ShopError("unauthenticated");
  const name = await verified(config, assertion, now());
  const roles = config.DESK_OPERATORS[name];
  const isAllowed = roles !== undefined && (may === "look" || roles.includes(may));
  if (!isAllowed) throw new ShopError("unauthenticated", { status: 403, reason: may });
  return { name, roles };
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

const unreadKeys = ["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"];

async function verified(config: Config, assertion: string, now: number): Promise<string> {
  const { ACCESS_TEAM: team, ACCESS_AUDIENCE: audience } = config;
  // Without either nothing would be compared.
  if (team === null || audience === null) throw new ShopError("unauthenticated");
  const address = new URL("/cdn-cgi/access/certs", team);
  const keys = keySets.get(team) ?? createRemoteJWKSet(address);
  keySets.set(team, keys);
  try {
    const { payload } = await jwtVerify(assertion, keys, {
      issuer: team,
      audience,
      algorithms: ["RS256"],
      requiredClaims: ["exp"],
      clockTolerance: clockSkewSeconds,
      currentDate: new Date(now),
    });
    const { email } = payload;
    if (typeof email !== "string") throw new ShopError("token_invalid");
    return email.toLowerCase();
  } catch (error) {
    if (!(error instanceof errors.JOSEError) || unreadKeys.includes(error.code)) throw error;
    throw new ShopError("token_invalid", { reason: error.code });
  }
}
