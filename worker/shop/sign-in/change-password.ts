import type { AccessTokenAnswer, ChangePasswordBody } from "#contract/auth";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { settlePasswordChange } from "../../store/sessions.ts";
import * as upstream from "../../upstream/auth.ts";
import { getMe } from "../../upstream/members.ts";
import { enforceLimit } from "../limits/enforce-limit.ts";
import { getLiveSession } from "../sessions/get-live-session.ts";
import { issueAccess } from "../sessions/tokens.ts";
import { revokeUpstreamLater } from "../sessions/as-member.ts";
import { isGuessablePassword } from "./guessable-password.ts";

/** Ends the other sessions. @throws ShopError `password_guessable`, `too_many_requests`. */
export async function changePassword(
  deps: Deps,
  actor: MemberActor,
  body: ChangePasswordBody,
): Promise<AccessTokenAnswer> {
  await enforceLimit(deps, "change-password:member", actor.memberId);
  const { old_password, new_password, confirm_password } = body;
  if (isGuessablePassword(new_password, await knownOf(deps)))
    throw new ShopError("password_guessable");
  await upstream.changePassword(deps.upstream, {
    body: { old_password, new_password, confirm_password },
  });
  const ended = await settlePasswordChange(deps.db, actor.memberId, actor.sessionId, deps.now());
  revokeUpstreamLater(deps, ended);
  deps.log.info("password.changed", { sessionId: actor.sessionId });
  return issueAccess(deps, await getLiveSession(deps, actor));
}

/** What others know of the member; empty when the upstream does not say. */
async function knownOf(deps: Deps): Promise<string[]> {
  try {
    const { body } = await getMe(deps.upstream, {});
    return [body.email, body.first_name, body.last_name, body.full_name, body.company_name ?? ""];
  } catch (error) {
    if (!(error instanceof ShopError) || error.status === 401) throw error;
    deps.log.info("password.checked_without_names", { code: error.code });
    return [];
  }
}
