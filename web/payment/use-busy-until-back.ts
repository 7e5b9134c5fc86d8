import { useEffect, useState } from "react";

/** Stays busy on the way to the cashier, until the browser's back button restores the page. */
export function useBusyUntilBack() {
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) setBusy(false);
    };
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, []);
  return [isBusy, setBusy] as const;
}
