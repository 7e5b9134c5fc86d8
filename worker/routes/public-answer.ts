import type { Context } from "hono";
import type { App } from "../context.ts";
import type { Deps } from "../deps.ts";
import { bearerOf, presentMember } from "../middleware/actor.ts";
import { asMember } from "../shop/sessions/as-member.ts";

/** Private and short: a shared cache could mix up languages. */
export function publicAnswer(c: Context<App>, json: string): Response {
  return c.body(json, 200, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "private, max-age=60",
    Vary: "Accept-Language",
  });
}

/** Reads of a signed-in member carry the member's token, also where strangers may read the same. */
export async function presentDeps(c: Context<App>): Promise<Deps> {
  const deps = c.get("deps");
  const actor = bearerOf(c) === null ? null : await presentMember(c);
  return actor === null
    ? deps
    : asMember(deps, actor, { beforePasswordChange: true, orAnonymous: true });
}
