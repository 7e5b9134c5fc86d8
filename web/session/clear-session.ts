import { useAuth } from "../stores/auth.ts";
import { useCart } from "../stores/cart.ts";
import { clearTab, jsonIn, storage, storageKeys, tabKeys, tabStorage } from "../stores/storage.ts";

/** Fired on window when a session has ended: a page's stores forget the member's data. */
export const sessionClearedEvent = "session:cleared";
/** Fired on window when the member signed out on purpose: no draft may be written again. */
export const signedOutEvent = "session:signed-out";

/** Forgets the member. Drafts and a payment's result stay, for whoever signs in again. */
export function clearSession(): void {
  useAuth.getState().signOut();
  useCart.getState().forget();
  storage.removeItem(storageKeys.recommendations);
  window.dispatchEvent(new Event(sessionClearedEvent));
}

export function signOutAllTabs(): void {
  clearSession();
  clearDrafts();
  storage.removeItem(storageKeys.paymentResult);
  storage.setItem(storageKeys.signedOut, "now");
  storage.removeItem(storageKeys.signedOut);
}

export function clearDrafts(): void {
  clearTab();
  window.dispatchEvent(new Event(signedOutEvent));
}

/** What a member wrote waits for them, but not for whoever finds the browser later. */
const draftsWaitMs = 15 * 60_000;
let timer: number | undefined;

/** From the start of the page. Each tab sees to its own drafts, whichever noticed the end. */
export function endLeftovers(): void {
  useAuth.subscribe(({ isAuthenticated }, before) => {
    if (isAuthenticated) tabStorage.removeItem(tabKeys.draftsEndAt);
    else if (before.isAuthenticated)
      tabStorage.setItem(tabKeys.draftsEndAt, String(Date.now() + draftsWaitMs));
    dropOver();
  });
  dropOver();
}

export function dropOver(): void {
  const resultEnds = resultEndsAt();
  const draftsEnd = Number(tabStorage.getItem(tabKeys.draftsEndAt) ?? Infinity);
  const now = Date.now();
  if (resultEnds <= now) storage.removeItem(storageKeys.paymentResult);
  if (!(draftsEnd > now)) clearDrafts();
  const next = Math.min(...[resultEnds, draftsEnd].filter((end) => end > now));
  window.clearTimeout(timer);
  if (Number.isFinite(next)) timer = window.setTimeout(dropOver, next - now);
}

function resultEndsAt(): number {
  const stored = storage.getItem(storageKeys.paymentResult);
  if (stored === null) return Infinity;
  const expiry: unknown = Reflect.get(Object(jsonIn(stored)), "expiry");
  return typeof expiry === "number" ? expiry : 0;
}
