import { useCallback, useSyncExternalStore } from "react";

/** Whole seconds until an instant in epoch milliseconds; 0 when it is past or null. */
export function useSecondsLeft(until: number | null): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      if (until === null) return () => {};
      const timer = window.setInterval(() => {
        changed();
        if (Date.now() >= until) window.clearInterval(timer);
      }, 1000);
      return () => window.clearInterval(timer);
    },
    [until],
  );
  return useSyncExternalStore(subscribe, () =>
    until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000)),
  );
}
