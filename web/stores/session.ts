/** The life of the session on the page: what must agree at start, and what ends it. */
import { isLocale } from "#contract/locales";
import { passwordChangeRequiredEvent, tokenExpiredEvent } from "../api/events.ts";
import { detectLanguageHere } from "../i18n/detect-language.ts";
import { paths } from "../paths.ts";
import { settleSession, useAuth } from "./auth.ts";
import { useCart } from "./cart.ts";
import { forgetWhatWasWritten, leave, leaveForGood } from "./leave.ts";
import { storageKeys } from "./storage.ts";

export function keepSession(): void {
  settleSession();
  // Whose session ran out comes back, after signing in, to where they were.
  window.addEventListener(tokenExpiredEvent, () => signedOut(window.location.pathname + window.location.search));
  window.addEventListener(passwordChangeRequiredEvent, () => useAuth.getState().passwordChangeRequired());
  // Signing in or out in one tab is signing in or out in all of them, and all of them show the same cart.
  window.addEventListener("storage", (event) => {
    if (event.key === storageKeys.auth) void useAuth.persist.rehydrate();
    if (event.key === storageKeys.cart) void useCart.persist.rehydrate();
    if (event.key === storageKeys.left && event.newValue !== null) {
      forgetWhatWasWritten();
      // What this tab has read as the member goes with the page.
      window.location.reload();
    }
  });
}

/** A whole load of the login page: nothing of the member stays in memory. Only who means to come back says from where. */
export function signedOut(from?: string): void {
  if (from === undefined) leaveForGood();
  else leave();
  const slug = window.location.pathname.split("/")[1];
  window.location.assign(paths.login({ locale: isLocale(slug) ? slug : detectLanguageHere(), from }));
}
