import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from "react";
import { Button } from "./Button.tsx";
import styles from "./Toast.module.css";
import { classNames } from "./class-names.ts";

const staysMs = 10_000;

export interface ToastRegionProps {
  isInline?: boolean;
  children: ReactNode;
}

/** Empty at first: screen readers announce only what is added to a region they know. */
export function ToastRegion({ isInline = false, children }: ToastRegionProps) {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setKnown(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div
      className={classNames("unprinted", styles.region, isInline ? styles.inline : styles.over)}
      role="status"
      aria-atomic="false"
    >
      {isKnown ? children : null}
    </div>
  );
}

export interface ToastProps {
  tone?: "info" | "danger";
  action?: { label: string; run: () => void } | null;
  takesFocus?: boolean;
  onFocusTaken?: () => void;
  closeLabel: string;
  /** Called when the time is up, and after Escape, the close button or the action. */
  onGone: (hadFocus: boolean) => void;
  children: ReactNode;
}

export function Toast(props: ToastProps) {
  const { tone = "info", action = null, closeLabel, children } = props;
  const { box, button, go, holders } = useToast(props);
  return (
    // The handlers only notice that the toast is in use; nothing here is pressed.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div
      ref={box}
      className={classNames(styles.toast, styles[tone])}
      {...holders}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        event.preventDefault();
        go();
      }}
    >
      <p className={styles.text}>{children}</p>
      {action === null ? null : (
        <Button
          ref={button}
          variant="quiet"
          className={styles.action}
          onClick={() => {
            go();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={go}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}

/** Closes the toast after a while, but not while the pointer or the keyboard focus is on it. */
function useToast({ takesFocus = false, onFocusTaken, onGone }: ToastProps) {
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef({ onGone, onFocusTaken });
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    latest.current = { onGone, onFocusTaken };
  });
  useEffect(() => {
    if (!takesFocus) return;
    button.current?.focus({ preventScroll: true });
    latest.current.onFocusTaken?.();
  }, [takesFocus]);

  const go = () => latest.current.onGone(box.current?.contains(document.activeElement) ?? false);
  const isHeld = isPointedAt || isFocused;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(go, staysMs);
    return () => clearTimeout(timer);
  }, [isHeld]);

  const holders = {
    onMouseEnter: () => setPointedAt(true),
    onMouseLeave: () => setPointedAt(false),
    // A focus left behind by a mouse click does not hold the toast.
    onFocus: (event: FocusEvent) => setFocused(event.target.matches(":focus-visible")),
    onBlur: () => setFocused(false),
  };
  return { box, button, go, holders };
}
