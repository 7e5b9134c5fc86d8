/** Guards actions against whoever sits at a member's open browser. */
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { logOut, verifyPassword } from "../../upstream/auth.ts";
import { getMe } from "../../upstream/members.ts";
import { enforceLimit, takeBack, type LimitOf } from "../limits/enforce-limit.ts";
import { tryToSignOut } from "./as-member.ts";

/** @throws ShopError `wrong_old_password`, `too_many_requests`, `account_locked`. */
export async function confirmPassword(
  deps: Deps,
  { memberId, sessionId }: MemberActor,
  password: string,
): Promise<void> {
  const { upstream } = deps;
  const limit: LimitOf = ["confirm-password:member", memberId];
  const { email } = (await getMe(upstream, {})).body;
  await enforceLimit(deps, ...limit);
  const asked = { body: { username: email, password }, bearer: null };
  const { body, cookies } = await verifyPassword(upstream, asked).catch(async (error: unknown) => {
    if (!(error instanceof ShopError) || error.status >= 500) {
      await takeBack(deps, limit);
      throw error;
    }
    deps.log.info("password.not_confirmed", { sessionId, code: error.code });
    const isWrong = error.code === "wrong_credentials" || error.status === 401;
    throw isWrong ? new ShopError("wrong_old_password", {}, { cause: error }) : error;
  });
  await takeBack(deps, limit);
  if (!body.isSignedIn) return;
  // The check opened a session at the upstream that nobody uses.
  const { token: bearer } = body.access;
  deps.waitUntil(tryToSignOut(deps, sessionId, () => logOut(upstream, { bearer, cookies })));
}
