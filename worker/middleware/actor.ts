/** Guards. Only the bearer token identifies the caller, never a cookie, a query or a body. */
import type { Context, MiddlewareHandler } from "hono";
import type { App } from "../context.ts";
import type { MemberActor } from "../deps.ts";
import { asMember } from "../shop/sessions/as-member.ts";
import { getLiveSession, type LivenessOptions } from "../shop/sessions/get-live-session.ts";
import { sessionSecrets, verifyToken, type TokenType } from "../shop/sessions/tokens.ts";
import { ShopError } from "../errors/shop-error.ts";

export function bearerOf(c: Context<App>): string | null {
  return /^Bearer ([\w.-]+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? null;
}

/** @throws ShopError `unauthenticated` without a token, `token_invalid` for a dead one. */
async function bearerClaims(c: Context<App>, type: TokenType) {
  if (!c.req.header("Authorization")) throw new ShopError("unauthenticated");
  const { config, now } = c.get("deps");
  const token = bearerOf(c);
  const claims =
    token === null ? null : await verifyToken(sessionSecrets(config), type, token, now());
  if (claims === null) throw new ShopError("token_invalid");
  return claims;
}

async function memberOf(c: Context<App>): Promise<MemberActor> {
  const present = c.get("present");
  if (present !== undefined && present !== null) return present;
  const { sub, sid } = await bearerClaims(c, "access");
  if (sid === undefined) throw new ShopError("token_invalid");
  return { memberId: sub, sessionId: sid };
}

/** The bearer of a valid token, or null: never a refusal. Verified once a request. */
export async function presentMember(c: Context<App>): Promise<MemberActor | null> {
  const present = c.get("present");
  if (present !== undefined) return present;
  const found = await findMember(c);
  c.set("present", found);
  return found;
}

async function findMember(c: Context<App>): Promise<MemberActor | null> {
  const { config, now } = c.get("deps");
  const token = bearerOf(c);
  const claims =
    token === null ? null : await verifyToken(sessionSecrets(config), "access", token, now());
  return claims?.sid === undefined ? null : { memberId: claims.sub, sessionId: claims.sid };
}

export const requireMember: MiddlewareHandler<App> = async (c, next) => {
  c.set("actor", await memberOf(c));
  await next();
};

/** Null without a token. An invalid token is refused: the page then refreshes it. */
export const optionalMember: MiddlewareHandler<App> = async (c, next) => {
  c.set("actor", c.req.header("Authorization") ? await memberOf(c) : null);
  await next();
};

/** Also refuses a token whose session is over. */
export const optionalLiveMember: MiddlewareHandler<App> = async (c, next) => {
  if (c.req.header("Authorization")) await admitLive(c, { beforePasswordChange: true });
  await next();
};

/** Also checks the session's row, for money, passwords and sessions. */
export function liveMember(options: LivenessOptions = {}): MiddlewareHandler<App> {
  return async (c, next) => {
    await admitLive(c, options);
    await next();
  };
}

/** From here on `deps` calls the upstream as the member, with the session that was read here. */
async function admitLive(c: Context<App>, options: LivenessOptions): Promise<void> {
  const actor = await memberOf(c);
  const deps = c.get("deps");
  const session = await getLiveSession(deps, actor, options);
  c.set("deps", asMember(deps, actor, { session }));
  c.set("actor", actor);
}

export const requireLiveMember = liveMember();

/** Accepts only the temporary token of the second step. */
export const requireSecondStep: MiddlewareHandler<App> = async (c, next) => {
  const { sub } = await bearerClaims(c, "pre_otp");
  c.set("challengeId", sub);
  await next();
};

export function challengeOf(c: Context<App>): string {
  const challengeId = c.get("challengeId");
  if (challengeId === undefined) throw new ShopError("unauthenticated");
  return challengeId;
}

export function actorOf(c: Context<App>): MemberActor {
  const actor = c.get("actor");
  if (actor === null || actor === undefined) throw new ShopError("unauthenticated");
  return actor;
}
