import { useAuth } from "./auth.ts";
import { useCart } from "./cart.ts";
import { useRecommendations } from "./recommendations.ts";
import { forgetTab, storage, storageKeys } from "./storage.ts";

/** Fired on window when the member has left on purpose: a screen that holds what they wrote must not keep it anew. */
export const leftEvent = "member:left";

/** Forgets who was here. What they wrote in a tab stays there: whose session ran out takes it up again. */
export function leave(): void {
  useAuth.getState().signOut();
  useCart.getState().forget();
  useRecommendations.getState().forget();
}

/** Forgets everything on this device that belongs to the member, in the other tabs too. */
export function leaveForGood(): void {
  leave();
  storage.removeItem(storageKeys.paymentResult);
  forgetWhatWasWritten();
  storage.setItem(storageKeys.left, "left");
  storage.removeItem(storageKeys.left);
}

export function forgetWhatWasWritten(): void {
  forgetTab();
  window.dispatchEvent(new Event(leftEvent));
}
