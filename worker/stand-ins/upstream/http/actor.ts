/** Identifies the caller: a member by access token, a sign-in between password and code, or the shop itself. */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Actor, App } from "../app.ts";
import { serviceTokenOf } from "../env.ts";
import { isSameSecret } from "../identity/digest.ts";
import { explainRefusal, findActor } from "../store/tokens.ts";
import { Refusal, refusal } from "./refusal.ts";

export function bearerOf(c: Context<App>): string {
  const found = /^Bearer ([\x21-\x7e]{1,512})$/.exec(c.req.header("Authorization") ?? "");
  if (!found?.[1]) throw refusal("invalid_credentials");
  return found[1];
}

export async function actorOf(c: Context<App>, kind: "access" | "temp"): Promise<Actor> {
  const { db, now } = c.get("deps");
  const token = bearerOf(c);
  const actor = await findActor(db, kind, token, now);
  if (!actor) throw refusal(await explainRefusal(db, token, now));
  if (actor.member.state === "disabled") throw refusal("account_disabled");
  return actor;
}

export const requireMember = createMiddleware<App>(async (c, next) => {
  c.set("actor", await actorOf(c, "access"));
  await next();
});

/** For public reads: no token is fine, but a token must be a member's or the shop's. */
export const requireGoodToken = createMiddleware<App>(async (c, next) => {
  if (c.req.header("Authorization") !== undefined && !(await isGoodToken(c, bearerOf(c))))
    throw refusal("invalid_credentials");
  await next();
});

async function isGoodToken(c: Context<App>, token: string): Promise<boolean> {
  const { db, now } = c.get("deps");
  const expected = serviceTokenOf(c.env);
  if (expected !== null && (await isSameSecret(token, expected))) return true;
  return (await findActor(db, "access", token, now)) !== null;
}

export const requireService = createMiddleware<App>(async (c, next) => {
  const expected = serviceTokenOf(c.env);
  if (expected === null || !(await isSameSecret(bearerOf(c), expected)))
    throw new Refusal(401, "服務憑證無效");
  await next();
});
