import { isKnown } from "#contract/dictionary";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { replaceRefusals, selectRefusals } from "../../store/refusals.ts";
import { readAsLive } from "../sessions/get-live-session.ts";

/** @throws ShopError `validation_failed` for an id that the dictionary does not have: it would be kept and never applied. */
export async function keepRefusals(
  deps: Deps,
  actor: MemberActor,
  refusals: readonly string[],
): Promise<void> {
  if (!refusals.every(isKnown))
    throw new ShopError("validation_failed", { fields: { refusals: "invalid_choice" } });
  await replaceRefusals(deps.db, actor.memberId, refusals);
}

/** @throws ShopError `token_revoked` or `password_change_required`. */
export async function listRefusals(deps: Deps, actor: MemberActor): Promise<string[]> {
  const {
    found: [rows],
  } = await readAsLive(deps, actor, {}, [selectRefusals(deps.db, actor.memberId)]);
  return rows.map(({ refusal }) => refusal);
}
