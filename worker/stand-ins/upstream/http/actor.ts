/** Who calls: a member, somebody between password and code, or the shop itself. */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type Actor, type App, isDocumentedOnly, serviceTokenOf } from "../app.ts";
import { hmac, isSameSecret } from "../identity/crypto.ts";
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

const sourceHeader = "X-Sign-In-Source";
const sourceShape = /^[0-9a-f]{32}(\.[0-9a-f]{64}){1,2}$/;
/** Everybody whom the shop does not name counts as one. */
const unnamed = "unnamed";

/**
 * Who is guessing a password, as far as the shop tells: only it knows the visitor's address and
 * browser. A name counts with the shop's proof alone; else everybody could guess under as many as
 * they like. Of two proofs one is by a token that is being changed.
 */
export async function guesserOf(c: Context<App>): Promise<string> {
  const source = c.req.header(sourceHeader) ?? "";
  const token = serviceTokenOf(c.env);
  if (!sourceShape.test(source) || token === null || isDocumentedOnly(c.env)) return unnamed;
  const [name = "", ...proofs] = source.split(".");
  const wanted = await hmac(token, name);
  const matches = await Promise.all(proofs.map((proof) => isSameSecret(proof, wanted)));
  return matches.includes(true) ? name : unnamed;
}
