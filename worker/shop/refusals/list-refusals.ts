import type { Deps, MemberActor } from "../../deps.ts";
import { selectRefusals } from "../../store/refusals.ts";
import { readAsLive } from "../sessions/get-live-session.ts";

/** @throws ShopError `token_revoked` or `password_change_required`. */
export async function listRefusals(deps: Deps, actor: MemberActor): Promise<string[]> {
  const {
    found: [rows],
  } = await readAsLive(deps, actor, {}, [selectRefusals(deps.db, actor.memberId)]);
  return rows.map(({ refusal }) => refusal);
}
