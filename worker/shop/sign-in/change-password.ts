import type { AccessTokenAnswer, ChangePasswordBody } from "#contract/auth";
import type { Deps, MemberActor } from "../../deps.ts";
import { settlePasswordChange } from "../../store/sessions.ts";
import * as upstream from "../../upstream/auth.ts";
import { enforceLimit } from "../limits/enforce-limit.ts";
import { getLiveSession } from "../sessions/get-live-session.ts";
import { issueAccess } from "../sessions/issue-access.ts";
import { revokeUpstreamLater } from "../sessions/revoke-upstream.ts";

/** `deps` calls the upstream as the member. The upstream checks both passwords. On success the member's other sessions end. */
export async function changePassword(
  deps: Deps,
  actor: MemberActor,
  body: ChangePasswordBody,
): Promise<AccessTokenAnswer> {
  await enforceLimit(deps, "change-password:member", actor.memberId);
  const { old_password, new_password, confirm_password } = body;
  await upstream.changePassword(deps.upstream, {
    body: { old_password, new_password, confirm_password },
  });
  const ended = await settlePasswordChange(deps.db, actor.memberId, actor.sessionId, deps.now());
  revokeUpstreamLater(deps, ended);
  deps.log.info("password.changed", { sessionId: actor.sessionId });
  return issueAccess(deps, await getLiveSession(deps, actor));
}
