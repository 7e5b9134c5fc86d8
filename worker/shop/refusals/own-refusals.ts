import type { Deps, MemberActor } from "../../deps.ts";
import * as store from "../../store/refusals.ts";
import { isKnown } from "#contract/dictionary";
import { ShopError } from "../../errors/shop-error.ts";
import { readAsLive } from "../sessions/as-member.ts";

export function requireKnown(refusals: readonly string[]): void {
  if (!refusals.every(isKnown))
    throw new ShopError("validation_failed", { fields: { refusals: "invalid_choice" } });
}

export async function keepRefusals(deps: Deps, actor: MemberActor, refusals: readonly string[]) {
  requireKnown(refusals);
  await store.replaceRefusals(deps.db, actor.memberId, refusals);
}

export async function listRefusals(deps: Deps, actor: MemberActor): Promise<string[]> {
  const refusals = store.selectRefusals(deps.db, actor.memberId);
  const { found } = await readAsLive(deps, actor, {}, [refusals]);
  return found[0].map(({ refusal }) => refusal);
}
