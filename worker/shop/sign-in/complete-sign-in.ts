/** Whoever the upstream let in gets a session here, and keeps the cart that was filled before. */
import type { Deps } from "../../context.ts";
import { member } from "../../upstream/wire.ts";
import { mergeGuestCart } from "../carts/merge-carts.ts";
import type { SignedIn } from "../sessions/issue-access.ts";
import { startSession, type BrowserFacts, type UpstreamSignIn } from "../sessions/start-session.ts";

export async function completeSignIn(
  deps: Deps,
  browser: BrowserFacts,
  signIn: Omit<UpstreamSignIn, "memberId">,
): Promise<SignedIn> {
  const me = await deps.upstream.call({
    method: "GET",
    path: "/members/me",
    answer: member,
    locale: deps.locale,
    bearer: signIn.access.access_token,
  });
  const signedIn = await startSession(deps, browser, { ...signIn, memberId: me.body.id });
  deps.log.info("sign_in.succeeded", { sessionId: signedIn.sessionId });
  await keepCart(deps, browser.guestCartId, me.body.id);
  return signedIn;
}

/** The session stands whatever happens to the cart; a guest cart that could not be merged is still there next time. */
async function keepCart(deps: Deps, guestCartId: string | null, memberId: string): Promise<void> {
  if (guestCartId === null) return;
  try {
    await mergeGuestCart(deps, guestCartId, memberId);
  } catch (error) {
    deps.log.error("cart.merge_failed", { error });
  }
}
