import { useSyncExternalStore } from "react";

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const watched = window.matchMedia(query);
      watched.addEventListener("change", onChange);
      return () => watched.removeEventListener("change", onChange);
    },
    () => window.matchMedia(query).matches,
    // While the first HTML is rendered there is no window.
    () => false,
  );
}
