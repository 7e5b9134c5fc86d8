import { useEffect, useState } from "react";

const thresholdPx = 8;

/** Hides the bar while scrolling down; the stylesheet limits this to phones. */
export function useHidesOnScroll(): { isAway: boolean; isAtTop: boolean } {
  const [state, setState] = useState({ isAway: false, isAtTop: true });
  useEffect(() => {
    let last: number | null = null;
    const look = () => {
      const now = window.scrollY;
      if (last !== null && Math.abs(now - last) < thresholdPx && now > thresholdPx) return;
      const isAway = last !== null && now > last && now > 120;
      const isAtTop = now <= thresholdPx;
      last = now;
      setState((known) =>
        known.isAway === isAway && known.isAtTop === isAtTop ? known : { isAway, isAtTop },
      );
    };
    // Reading the position before the next frame would force a second layout.
    const first = requestAnimationFrame(look);
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      cancelAnimationFrame(first);
      window.removeEventListener("scroll", look);
    };
  }, []);
  return state;
}
