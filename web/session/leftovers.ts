/**
 * What a member wrote waits for them when their session has run out, but not for whoever finds the
 * browser later; a payment's result, which names a person, goes when it is no longer valid.
 */
import { useAuth } from "../stores/auth.ts";
import { jsonIn, storage, storageKeys, tabKeys, tabStorage } from "../stores/storage.ts";
import { clearDrafts } from "./clear-session.ts";

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

/** Drops what is over, and looks again when the next thing will be. */
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
  const kept = storage.getItem(storageKeys.paymentResult);
  if (kept === null) return Infinity;
  const expiry: unknown = Reflect.get(Object(jsonIn(kept)), "expiry");
  return typeof expiry === "number" ? expiry : 0;
}
