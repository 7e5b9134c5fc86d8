import { useEffect, useRef, useState } from "react";

export function useNear<Place extends Element>() {
  const place = useRef<Place>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: "300px", scrollMargin: "300px" },
    );
    if (place.current !== null && !isNear) watch.observe(place.current);
    return () => watch.disconnect();
  }, [isNear]);
  return [place, isNear] as const;
}
