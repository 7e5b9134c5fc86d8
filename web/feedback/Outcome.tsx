import { useEffect, useRef, type ReactNode } from "react";
import styles from "./Outcome.module.css";

/** What came of a pressed button: it scrolls into view and takes the focus when it is mounted, so it is mounted anew for each try. */
export function Outcome({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className={styles.outcome}>
      {children}
    </div>
  );
}
