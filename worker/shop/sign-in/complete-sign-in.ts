import type { Deps } from "../../deps.ts";
import { getMe } from "../../upstream/members.ts";
import { mergeGuestCart } from "../carts/merge-carts.ts";
import { asMember } from "../sessions/as-member.ts";
import type { SignedIn } from "../sessions/issue-access.ts";
import { startSession, type BrowserFacts, type UpstreamSignIn } from "../sessions/start-session.ts";

export async function completeSignIn(
  deps: Deps,
  browser: BrowserFacts,
  signIn: Omit<UpstreamSignIn, "memberId">,
): Promise<SignedIn> {
  const me = await getMe(deps.upstream, { bearer: signIn.access.token });
  const signedIn = await startSession(deps, browser, { ...signIn, memberId: me.body.id });
  deps.log.info("sign_in.succeeded", { sessionId: signedIn.sessionId });
  const actor = { memberId: me.body.id, sessionId: signedIn.sessionId };
  await keepCart(
    asMember(deps, actor, { beforePasswordChange: true }),
    browser.guestCartId,
    me.body.id,
  );
  return signedIn;
}

/** The sign-in does not depend on the cart; a cart that could not be merged stays for the next time. */
async function keepCart(deps: Deps, guestCartId: string | null, memberId: string): Promise<void> {
  if (guestCartId === null) return;
  try {
    await mergeGuestCart(deps, guestCartId, memberId);
  } catch (error) {
    deps.log.error("cart.merge_failed", { error });
  }
}
