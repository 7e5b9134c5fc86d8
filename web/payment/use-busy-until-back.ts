import { useEffect, useState } from "react";

/** Busy on the way to the cashier, whose back button may bring the page back as it was left. */
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
