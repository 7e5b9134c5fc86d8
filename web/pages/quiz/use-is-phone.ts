import { useSyncExternalStore } from "react";

const narrow = "(max-width: 639px)";

function watch(onChange: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

export function useIsPhone(): boolean {
  return useSyncExternalStore(watch, () => window.matchMedia(narrow).matches);
}
