import { useEffect, useRef, type ReactNode } from "react";
import { FailureNotice, type FailureNoticeProps } from "./FailureNotice.tsx";

/** What came of a pressed button. Mounted anew for each try: it then takes the focus. */
export function Outcome({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="outcome">
      {children}
    </div>
  );
}

export function FailureOutcome(props: FailureNoticeProps) {
  if (props.error === null) return null;
  return (
    <Outcome>
      <FailureNotice {...props} />
    </Outcome>
  );
}
