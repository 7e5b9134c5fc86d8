import type { Context } from "hono";
import type { App } from "../context.ts";
import type { Deps } from "../deps.ts";
import { bearerOf, presentMember } from "../middleware/actor.ts";
import { asMember } from "../shop/sessions/as-member.ts";

/** Reads of a signed-in member carry the member's token, also where strangers may read the same. */
export async function presentDeps(c: Context<App>): Promise<Deps> {
  const deps = c.get("deps");
  const actor = bearerOf(c) === null ? null : await presentMember(c);
  return actor === null
    ? deps
    : asMember(deps, actor, { beforePasswordChange: true, orAnonymous: true });
}
