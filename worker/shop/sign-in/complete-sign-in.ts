import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../deps.ts";
import type { StoredCart } from "../../store/carts.ts";
import { getMe } from "../../upstream/members.ts";
import { mergeGuestCart } from "../carts/merge-carts.ts";
import { enforceRate } from "../limits/enforce-rate.ts";
import { asMember } from "../sessions/as-member.ts";
import type { SignedIn } from "../sessions/issue-access.ts";
import { startSession, type BrowserFacts, type UpstreamSignIn } from "../sessions/start-session.ts";

/** `success` is the statement that counts the sign-in as one; it takes effect also when the upstream then fails. */
export async function completeSignIn(
  deps: Deps,
  browser: BrowserFacts,
  signIn: Omit<UpstreamSignIn, "memberId">,
  success: BatchItem<"sqlite">,
): Promise<SignedIn> {
  const memberId = await admit(deps, signIn.access.token).catch(async (error: unknown) => {
    await deps.db.batch([success]);
    throw error;
  });
  const started = await startSession(deps, browser, { ...signIn, memberId }, success);
  const { session, guestCart } = started;
  deps.log.info("sign_in.succeeded", { sessionId: session.id });
  await keepCart(asMember(deps, { memberId, sessionId: session.id }, { session }), guestCart, {
    guestCartId: browser.guestCartId,
    memberId,
  });
  return started;
}

/** @returns the member's id. @throws ShopError `too_many_requests` for one who signs in all the time. */
async function admit(deps: Deps, bearer: string): Promise<string> {
  const { body } = await getMe(deps.upstream, { bearer });
  await enforceRate(deps, "sign-in", "member", body.id);
  return body.id;
}

/** The sign-in does not depend on the cart; a cart that could not be merged stays for the next time. */
async function keepCart(
  deps: Deps,
  guestCart: StoredCart,
  { guestCartId, memberId }: { guestCartId: string | null; memberId: string },
): Promise<void> {
  if (guestCartId === null) return;
  try {
    await mergeGuestCart(deps, guestCart, { guestCartId, memberId });
  } catch (error) {
    deps.log.error("cart.merge_failed", { error });
  }
}
