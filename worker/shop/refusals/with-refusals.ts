import type { CartItem } from "#contract/cart";
import type { Order } from "#contract/order";
import type { Deps, MemberActor } from "../../deps.ts";
import { selectSnapshots, type Snapshot } from "../../store/refusals.ts";

type Thing = CartItem | Order;

/** Adds to what came of a quiz what its member refused then. A cart says itself which quiz it is from, so only the member's count. */
export async function withRefusals<T extends Thing>(
  deps: Deps,
  actor: MemberActor | null,
  things: readonly T[],
): Promise<T[]> {
  const ids = responsesOf(things);
  if (actor === null || ids.length === 0) return [...things];
  return withSnapshots(things, await selectSnapshots(deps.db, actor.memberId, ids));
}

export function responsesOf(things: readonly Thing[]): string[] {
  return things.flatMap((thing) => responseIdOf(thing) ?? []);
}

export function withSnapshots<T extends Thing>(
  things: readonly T[],
  snapshots: readonly Snapshot[],
): T[] {
  const refused = new Map(snapshots.map(({ responseId, refusals }) => [responseId, refusals]));
  return things.map((thing) => {
    const without = refused.get(responseIdOf(thing) ?? "");
    return without === undefined ? thing : { ...thing, without };
  });
}

function responseIdOf(thing: Thing): string | null {
  return ("surveyResponseId" in thing ? thing.surveyResponseId : thing.survey_response_id) ?? null;
}
