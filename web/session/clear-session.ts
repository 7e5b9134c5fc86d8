import { useAuth } from "../stores/auth.ts";
import { useCart } from "../stores/cart.ts";
import { clearTab, storage, storageKeys } from "../stores/storage.ts";

/** Fired on window when a session has ended: a page's stores forget the member's data. */
export const sessionClearedEvent = "session:cleared";
/** Fired on window when the member signed out on purpose: no draft may be written again. */
export const signedOutEvent = "session:signed-out";

/** Forgets the member. Drafts stay in their tab for whoever signs in again. */
export function clearSession(): void {
  useAuth.getState().signOut();
  useCart.getState().forget();
  storage.removeItem(storageKeys.recommendations);
  storage.removeItem(storageKeys.paymentResult);
  window.dispatchEvent(new Event(sessionClearedEvent));
}

/** Forgets the member and their drafts in all tabs. Sessions on other devices go on. */
export function signOutAllTabs(): void {
  clearSession();
  clearDrafts();
  storage.setItem(storageKeys.signedOut, "now");
  storage.removeItem(storageKeys.signedOut);
}

export function clearDrafts(): void {
  clearTab();
  window.dispatchEvent(new Event(signedOutEvent));
}
