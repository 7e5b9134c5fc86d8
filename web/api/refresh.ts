/**
 * One refresh at a time; requests that get a 401 meanwhile wait for it.
 * A refused refresh removes the token and fires `auth:token-expired` on window, once.
 */
import { dropAccessToken, findAccessToken, keepAccessToken } from "../stores/storage.ts";
import { tokenExpiredEvent } from "../stores/auth.ts";

/** Other tabs see what this one stored only after a moment. */
const settleMilliseconds = 300;

type AskForToken = () => Promise<string | null>;

let running: Promise<boolean> | null = null;

/** True when there is a newer token than `refusedToken` to try again with. */
export function renewToken(
  refusedToken: string | null,
  askForToken: AskForToken,
): Promise<boolean> {
  running ??= alone((hold) => renew(refusedToken, askForToken, hold)).finally(() => {
    running = null;
  });
  return running;
}

async function renew(
  refusedToken: string | null,
  askForToken: AskForToken,
  hold: () => void,
): Promise<boolean> {
  const kept = findAccessToken();
  // Renewed by another tab or by the request before.
  if (kept !== null && kept !== refusedToken) return true;
  // Another tab was refused or signed out; the server would refuse again.
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
 * Across tabs too, because the refresh cookie rotates on every use. After `hold` the lock stays
 * until the other tabs can see what was stored; the caller gets its answer at once.
 */
function alone(work: (hold: () => void) => Promise<boolean>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let isHeld = false;
    const begin = () => work(() => (isHeld = true)).then(resolve, reject);
    if (!("locks" in navigator)) return void begin();
    const queued = navigator.locks.request("sillage-refresh", async () => {
      await begin();
      if (isHeld) await new Promise((settled) => window.setTimeout(settled, settleMilliseconds));
    });
    // Browsers that refuse storage refuse locks too; then tabs share nothing.
    queued.catch(begin);
  });
}
