import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { logOut, verifyPassword } from "../../upstream/auth.ts";
import { getMe } from "../../upstream/members.ts";
import { enforceLimit } from "../limits/enforce-limit.ts";

/** Asks the upstream once more for the password of somebody who is signed in. @throws ShopError `wrong_old_password`. */
export async function confirmPassword(
  deps: Deps,
  actor: MemberActor,
  password: string,
): Promise<void> {
  await enforceLimit(deps, "confirm-password:member", actor.memberId);
  const { body: me } = await getMe(deps.upstream, {});
  const { body: verdict, cookies } = await verifyPassword(deps.upstream, {
    body: { username: me.email, password },
  }).catch((error: unknown) => {
    if (error instanceof ShopError && error.code === "wrong_credentials")
      throw new ShopError("wrong_old_password");
    throw error;
  });
  // The upstream signed them in for it.
  if (verdict.isSignedIn)
    deps.waitUntil(
      logOut(deps.upstream, { bearer: verdict.access.token, cookies }).catch(() => undefined),
    );
}
