import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../deps.ts";
import type { StoredCart } from "../../store/carts.ts";
import { getMe } from "../../upstream/members.ts";
import { mergeGuestCart } from "../carts/guest-cart.ts";
import { asMember } from "../sessions/as-member.ts";
import type { SignedIn } from "../sessions/tokens.ts";
import { startSession, type BrowserFacts, type UpstreamSignIn } from "../sessions/start-session.ts";
import { openChallenge, serialiseSignIn } from "./open-challenge.ts";

export type SignInOutcome =
  | { isSignedIn: true; signedIn: SignedIn }
  | { isSignedIn: false; tempToken: string; secondStep: "mail" | "app" };

interface AcceptedSignIn extends Omit<UpstreamSignIn, "memberId"> {
  limitKey: string;
}

/** A session, or a challenge for the own second step. `success` runs even if the upstream fails. */
export async function completeSignIn(
  deps: Deps,
  browser: BrowserFacts,
  signIn: AcceptedSignIn,
  success: BatchItem<"sqlite">,
): Promise<SignInOutcome> {
  const memberId = await memberIdOf(deps, signIn.access.token).catch(async (error: unknown) => {
    await deps.db.batch([success]);
    throw error;
  });
  const started = await startSession(deps, browser, { ...signIn, memberId }, success);
  if (started === null) {
    const { memberKey, limitKey } = signIn;
    const owed = { memberKey, limitKey, memberId, secret: serialiseSignIn(signIn) };
    const tempToken = await openChallenge(deps, owed);
    return { isSignedIn: false, tempToken, secondStep: "app" };
  }
  const { session, guestCart } = started;
  deps.log.info("sign_in.succeeded", { sessionId: session.id, client: await deps.clientKey() });
  await keepCart(asMember(deps, { memberId, sessionId: session.id }, { session }), guestCart, {
    guestCartId: browser.guestCartId,
    memberId,
  });
  return { isSignedIn: true, signedIn: started };
}

async function memberIdOf(deps: Deps, bearer: string): Promise<string> {
  return (await getMe(deps.upstream, { bearer })).body.id;
}

/** The sign-in does not depend on the cart: an unmerged one stays for the next time. */
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
