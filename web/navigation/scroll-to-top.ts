import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "wouter";

let hasNavigated = false;

/** False on the first screen of a visit, where the focus stays at the top of the document. */
export function wasNavigated(): boolean {
  return hasNavigated;
}

export function useScrollToTop(): void {
  const [path] = useLocation();
  const last = useRef(path);
  useLayoutEffect(() => {
    if (last.current === path) return;
    last.current = path;
    hasNavigated = true;
    window.scrollTo({ top: 0, left: 0, behavior: "instant" });
  }, [path]);
  useEffect(() => {
    history.scrollRestoration = "manual";
  }, []);
}
