import { useAuth } from "../stores/auth.ts";

const touches = ["pointerdown", "keydown", "focusin", "input", "scroll"] as const;

/** When somebody begins to use the page, or it has nothing else to do. A member waits for nothing: they see their own page. */
export function whenTouchedOrIdle(): Promise<void> {
  if (useAuth.getState().isAuthenticated) return Promise.resolve();
  return new Promise((resolve) => {
    const begin = () => {
      for (const touch of touches) document.removeEventListener(touch, begin, true);
      resolve();
    };
    for (const touch of touches) document.addEventListener(touch, begin, true);
    // Safari has no idle callback.
    if ("requestIdleCallback" in window) requestIdleCallback(begin, { timeout: 2000 });
    else setTimeout(begin, 200);
  });
}
