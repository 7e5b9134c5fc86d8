import { useCallback, useState } from "react";

/** Of the window, without the header and the bar at its end. */
const rootMargin = "-70px 0px -72px";

/** What is known of whether an element is seen, and the ref that watches it. */
export function useSight() {
  const [sight, setSight] = useState<IntersectionObserverEntry | null>(null);
  const watch = useCallback((element: Element | null) => {
    if (element === null) return;
    const observer = new IntersectionObserver((all) => setSight(all.at(-1) ?? null), {
      rootMargin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [sight, watch] as const;
}
