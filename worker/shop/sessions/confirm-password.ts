/** Guards actions against whoever sits at a member's open browser. */
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { logOut, verifyPassword } from "../../upstream/auth.ts";
import { getMe } from "../../upstream/members.ts";
import { enforceLimit, takeBack } from "../limits/enforce-limit.ts";

type Verdict = Awaited<ReturnType<typeof verifyPassword>>;

/** @throws ShopError `wrong_old_password`, `too_many_requests`, `account_locked`. */
export async function confirmPassword(
  deps: Deps,
  actor: MemberActor,
  password: string,
): Promise<void> {
  const { email } = (await getMe(deps.upstream, {})).body;
  await enforceLimit(deps, "confirm-password:member", actor.memberId);
  const verdict = await verified(deps, actor, { username: email, password });
  await takeBack(deps, ["confirm-password:member", actor.memberId]);
  deps.waitUntil(closeAgain(deps, verdict));
}

async function verified(
  deps: Deps,
  actor: MemberActor,
  body: { username: string; password: string },
): Promise<Verdict> {
  try {
    return await verifyPassword(deps.upstream, { body, bearer: null });
  } catch (error) {
    if (!(error instanceof ShopError) || error.status >= 500) {
      await takeBack(deps, ["confirm-password:member", actor.memberId]);
      throw error;
    }
    deps.log.info("password.not_confirmed", { sessionId: actor.sessionId, code: error.code });
    const isWrong = error.code === "wrong_credentials" || error.status === 401;
    throw isWrong ? new ShopError("wrong_old_password", {}, { cause: error }) : error;
  }
}

/** The check opened a session at the upstream that nobody uses. Best effort. */
async function closeAgain(deps: Deps, { body, cookies }: Verdict): Promise<void> {
  if (!body.isSignedIn) return;
  try {
    await logOut(deps.upstream, { bearer: body.access.token, cookies });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    deps.log.info("session.upstream_not_revoked", { code: error.code });
  }
}
