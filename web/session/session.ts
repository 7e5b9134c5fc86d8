import { useEffect } from "react";
import { t } from "../i18n/translate.ts";
import { isMembersOnly } from "../navigation/use-here.ts";
import { paths } from "../paths.ts";
import * as auth from "../stores/auth.ts";
import { useCart } from "../stores/cart.ts";
import { storageKeys } from "../stores/storage.ts";
import { showToast } from "../stores/toasts.ts";
import { clearDrafts, clearSession, endLeftovers, signOutAllTabs } from "./clear-session.ts";

export function keepSession(): void {
  endLeftovers();
  // The session on the server may go on, in a cookie that only the server can take back.
  if (auth.hasLostToken()) void signOut();
  // Only the client fires it, with this detail.
  window.addEventListener(auth.tokenExpiredEvent, expireSession as EventListener);
  window.addEventListener("storage", (event) => {
    if (event.key === storageKeys.auth) void auth.useAuth.persist.rehydrate();
    if (event.key === storageKeys.cart) void useCart.persist.rehydrate();
    if (event.key === storageKeys.signedOut && event.newValue !== null) {
      clearDrafts();
      window.location.reload();
    }
  });
  // The browser's Back may bring this page back as it was left.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) auth.useAuth.setState({ isLeaving: false });
  });
}

/** Also when the server cannot be reached; the session there then expires by itself. */
export async function signOut(): Promise<void> {
  // Set before the server is asked: reads under way get their 401 before it has answered.
  auth.useAuth.setState({ isLeaving: true });
  try {
    // Imported here, so that the first route does not load the client.
    const { api } = await import("../api/client.ts");
    await api.send("POST", "/auth/logout");
  } catch {
    // Nobody is signed in here any more, whatever the server knows.
  }
  signOutAllTabs();
  openLogin();
}

/** Who only reads what is not for members stays, notified. */
function expireSession({ detail }: CustomEvent<auth.ExpiredRequest>): void {
  const { isAuthenticated, isLeaving } = auth.useAuth.getState();
  const { isDoing, isMembers } = detail;
  // What a member does may wait behind a read, whose refusal has ended the session here already.
  if (isLeaving || !(isAuthenticated || (isDoing && isMembers))) return;
  if (isAuthenticated) clearSession();
  const { pathname, search } = window.location;
  if (isDoing || isMembersOnly(pathname)) return openLogin(pathname + search, true);
  void forgetAnswers();
  showToast(t("common.session_ended"), {
    action: {
      label: t("common.nav.login"),
      run: () => openLogin(window.location.pathname + window.location.search, true),
    },
  });
}

async function forgetAnswers(): Promise<void> {
  const { mutate } = await import("swr");
  await mutate(() => true, undefined);
}

/** A whole load, so that nothing of the member stays in memory. */
function openLogin(from?: string, hasEnded = false): void {
  auth.useAuth.setState({ isLeaving: true });
  window.location.assign(paths.login({ from, hasEnded }));
}

/** What the menu shows, unless the screen has asked for it; outside the first script. */
export function useMemberFreshness(): void {
  const isAuthenticated = auth.useAuth((state) => state.isAuthenticated);
  const mustChangePassword = auth.useAuth((state) => state.mustChangePassword);
  useEffect(() => {
    if (!isAuthenticated || mustChangePassword) return;
    const timer = window.setTimeout(() => void freshen(), 250);
    return () => window.clearTimeout(timer);
  }, [isAuthenticated, mustChangePassword]);
}

async function freshen(): Promise<void> {
  const [{ api }, { loadMember }, { loadCart }] = await Promise.all([
    import("../api/client.ts"),
    import("../api/member.ts"),
    import("../api/cart.ts"),
  ]);
  // Failures are ignored: the menu keeps its plain label and the cart its copy.
  await Promise.allSettled([
    api.wasAsked("/members/me") ? null : loadMember(),
    api.wasAsked("/cart/") ? null : loadCart(),
  ]);
}
