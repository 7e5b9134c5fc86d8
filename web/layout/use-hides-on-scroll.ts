import { useEffect, useState } from "react";

const thresholdPx = 8;

/** On phones the bar makes room while reading on and comes back on the way up; the stylesheet decides what a phone is. */
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
      setState((known) => (known.isAway === isAway && known.isAtTop === isAtTop ? known : { isAway, isAtTop }));
    };
    // A page can begin further down; asked before its next frame, it would have to be laid out twice.
    const first = requestAnimationFrame(look);
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      cancelAnimationFrame(first);
      window.removeEventListener("scroll", look);
    };
  }, []);
  return state;
}
