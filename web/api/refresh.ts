/**
 * One refresh at a time. Requests that meet a 401 meanwhile wait here and are repeated after it.
 * A refused refresh removes the token and fires `auth:token-expired` on window, once.
 */
import { dropAccessToken, findAccessToken, keepAccessToken } from "../stores/storage.ts";
import { tokenExpiredEvent } from "./events.ts";

/** Time for what one tab has stored to reach the others: storage is shared, but not at once. */
const settleMilliseconds = 300;

type AskForToken = () => Promise<string | null>;

let running: Promise<boolean> | null = null;

/** True when there is a newer token than `refusedToken` to try again with. */
export function renewToken(refusedToken: string | null, askForToken: AskForToken): Promise<boolean> {
  running ??= alone((hold) => renew(refusedToken, askForToken, hold)).finally(() => {
    running = null;
  });
  return running;
}

async function renew(refusedToken: string | null, askForToken: AskForToken, hold: () => void): Promise<boolean> {
  const kept = findAccessToken();
  // Another tab, or the request before this one, has already renewed it.
  if (kept !== null && kept !== refusedToken) return true;
  // Another tab has been refused, or has signed out: asking again would only be refused again.
  const isGone = kept === null && refusedToken !== null;
  const token = isGone ? null : await askForToken();
  hold();
  if (token !== null) {
    keepAccessToken(token);
    return true;
  }
  dropAccessToken();
  window.dispatchEvent(new Event(tokenExpiredEvent));
  return false;
}

/**
 * Across tabs too, where the browser can: the refresh cookie rotates on every use. Whoever calls `hold` has its answer at
 * once, but keeps the others waiting until they can see what it stored.
 */
function alone<T>(work: (hold: () => void) => Promise<T>): Promise<T> {
  const inThisTab = () => work(() => undefined);
  if (!("locks" in navigator)) return inThisTab();
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const queued = navigator.locks.request("sillage-refresh", async () => {
      hasBegun = true;
      let isHeld = false;
      const done = work(() => (isHeld = true));
      done.then(resolve, reject);
      await Promise.allSettled([done]);
      if (isHeld) await new Promise((settled) => window.setTimeout(settled, settleMilliseconds));
    });
    // Where storage is refused, locks are too: then there is nothing that tabs could share.
    queued.catch((error: unknown) => (hasBegun ? reject(error) : inThisTab().then(resolve, reject)));
  });
}
