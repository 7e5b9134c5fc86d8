import { isLocale } from "#contract/locales";
import { passwordChangeRequiredEvent, tokenExpiredEvent } from "../api/events.ts";
import { detectLanguageHere } from "../i18n/detect-language.ts";
import { paths } from "../paths.ts";
import { settleSession, useAuth } from "../stores/auth.ts";
import { useCart } from "../stores/cart.ts";
import { storageKeys } from "../stores/storage.ts";
import { clearDrafts, clearSession, signOutAllTabs } from "./clear-session.ts";

export function keepSession(): void {
  settleSession();
  window.addEventListener(tokenExpiredEvent, expireSession);
  window.addEventListener(passwordChangeRequiredEvent, () =>
    useAuth.getState().passwordChangeRequired(),
  );
  // All tabs share one session and one cart.
  window.addEventListener("storage", (event) => {
    if (event.key === storageKeys.auth) void useAuth.persist.rehydrate();
    if (event.key === storageKeys.cart) void useCart.persist.rehydrate();
    if (event.key === storageKeys.signedOut && event.newValue !== null) {
      clearDrafts();
      // Drops what this tab has read as the member.
      window.location.reload();
    }
  });
}

/** Ends the session on this device even when the server cannot be reached; the one on the server then expires by itself. */
export async function signOut(): Promise<void> {
  try {
    // Imported here, so that the first route does not load the client.
    const { api } = await import("../api/client.ts");
    await api.send("POST", "/auth/logout");
  } finally {
    endSessionHere();
  }
}

export function endSessionHere(): void {
  signOutAllTabs();
  openLogin();
}

function expireSession(): void {
  clearSession();
  openLogin(window.location.pathname + window.location.search);
}

/** A whole load, so that nothing of the member stays in memory. */
function openLogin(from?: string): void {
  const slug = window.location.pathname.split("/")[1];
  window.location.assign(
    paths.login({ locale: isLocale(slug) ? slug : detectLanguageHere(), from }),
  );
}
