import type { CartItem } from "#contract/cart";
import type { Order } from "#contract/order";
import type { Deps, MemberActor } from "../../deps.ts";
import * as store from "../../store/refusals.ts";
import { isKnown } from "#contract/dictionary";
import { ShopError } from "../../errors/shop-error.ts";
import { readAsLive } from "../sessions/as-member.ts";

type Thing = CartItem | Order;

/** Adds to what came of a member's quiz what they refused then. */
export async function withRefusals<T extends Thing>(
  deps: Deps,
  actor: MemberActor | null,
  things: T[],
) {
  const ids = responsesOf(things);
  if (actor === null || ids.length === 0) return things;
  return withSnapshots(things, await store.selectSnapshots(deps.db, actor.memberId, ids));
}

export function responsesOf(things: readonly Thing[]): string[] {
  return things.flatMap((thing) => responseIdOf(thing) ?? []);
}

export function withSnapshots<T extends Thing>(
  things: readonly T[],
  snapshots: readonly store.Snapshot[],
): T[] {
  const refused = new Map(snapshots.map(({ responseId, refusals }) => [responseId, refusals]));
  return things.map((thing) => {
    const without = refused.get(responseIdOf(thing) ?? "");
    return without?.length ? { ...thing, without } : thing;
  });
}

function responseIdOf(thing: Thing): string | null {
  return ("surveyResponseId" in thing ? thing.surveyResponseId : thing.survey_response_id) ?? null;
}

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
