/** Who is calling. Only the bearer token identifies them, never a cookie, a query or a body. */
import type { Context } from "hono";
import type { App } from "../context.ts";
import type { MemberActor } from "../deps.ts";
import { asMember } from "../shop/sessions/as-member.ts";
import { getLiveSession, type LivenessOptions } from "../shop/sessions/get-live-session.ts";
import { sessionSecrets, verifyToken, type TokenType } from "../shop/sessions/tokens.ts";
import { ShopError } from "../errors/shop-error.ts";

export interface Caller extends LivenessOptions {
  /**
   * `guest or member`: a guest without a token; an invalid one is refused, so that the page
   * refreshes it.
   * `second step`: with the temporary token of a sign-in that still owes its code.
   * `refresh cookie`: judged by the route itself.
   */
  who: "anyone" | "guest or member" | "member" | "second step" | "refresh cookie";
  /** Also checks the session's row before anything is done, for money, passwords and sessions. */
  live?: true;
}

/** Sets `actor` or `challengeId`. @throws ShopError for anybody who may not call. */
export async function admit(c: Context<App>, caller: Caller): Promise<void> {
  const { who, live } = caller;
  if (who === "second step") {
    const claims = await claimsOf(c, "pre_otp");
    if (claims === null) throw refusedToken(c);
    c.set("challengeId", claims.sub);
  }
  if (who === "member" || (who === "guest or member" && c.req.header("Authorization"))) {
    const actor = await presentMember(c);
    if (actor === null) throw refusedToken(c);
    if (live) await admitLive(c, actor, caller);
    c.set("actor", actor);
  }
}

/** From here on `deps` calls the upstream as the member, with the session that was read here. */
async function admitLive(c: Context<App>, actor: MemberActor, options: LivenessOptions) {
  const deps = c.get("deps");
  const session = await getLiveSession(deps, actor, options);
  c.set("deps", asMember(deps, actor, { session }));
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
