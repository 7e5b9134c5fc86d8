/**
 * One refresh at a time. Requests that meet a 401 meanwhile wait here and are repeated after it.
 * A refused refresh removes the token and fires `auth:token-expired` on window, once.
 */
import { dropAccessToken, findAccessToken, keepAccessToken } from "../stores/storage.ts";
import { tokenExpiredEvent } from "./events.ts";

let running: Promise<boolean> | null = null;

/** True when there is a newer token than `refusedToken` to try again with. */
export function renewToken(refusedToken: string | null, askForToken: () => Promise<string | null>): Promise<boolean> {
  running ??= alone(() => renew(refusedToken, askForToken)).finally(() => {
    running = null;
  });
  return running;
}

async function renew(refusedToken: string | null, askForToken: () => Promise<string | null>): Promise<boolean> {
  // Another tab, or the request before this one, has already renewed it.
  const kept = findAccessToken();
  if (kept !== null && kept !== refusedToken) return true;
  const token = await askForToken();
  if (token !== null) {
    keepAccessToken(token);
    return true;
  }
  dropAccessToken();
  window.dispatchEvent(new Event(tokenExpiredEvent));
  return false;
}

/** Across tabs too, where the browser can: the refresh cookie rotates on every use. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request("sillage-refresh", work) : work();
}
