import { useEffect, useRef, useState } from "react";
import { t } from "../i18n/translate.ts";
import { dismissToast, useToasts, type Toast as ToastFacts } from "../stores/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/class-names.ts";
import styles from "./feedback.module.css";

const staysMs = 10_000;
/** A toast may be rendered again when a dialog closes, but takes the focus only once. */
const focused = new WeakSet<ToastFacts>();

/** A modal dialog needs its own, since the page behind it is inert. */
export default function Toasts({ isInline = false }: { isInline?: boolean }) {
  const toasts = useToasts((state) => state.toasts);
  // Empty at first: screen readers announce only what is added to a region they know.
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
      {isKnown ? toasts.map((toast) => <Toast key={toast.id} toast={toast} />) : null}
    </div>
  );
}

/** Goes after a while, but not while the pointer or the keyboard focus is on it. */
function Toast({ toast }: { toast: ToastFacts }) {
  const { id, tone, text, action, takesFocus } = toast;
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isPointedAt || isFocused;
  useEffect(() => {
    if (!takesFocus || focused.has(toast)) return;
    focused.add(toast);
    button.current?.focus({ preventScroll: true });
  }, [toast, takesFocus]);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(id, box.current), staysMs);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const go = () => dismiss(id, box.current);
  return (
    // The handlers only notice that the toast is in use; nothing here is pressed.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div
      ref={box}
      className={classNames(styles.toast, styles[tone])}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
      // A focus left behind by a mouse click does not hold the toast.
      onFocus={({ target }) => setFocused(target.matches(":focus-visible"))}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        event.preventDefault();
        go();
      }}
    >
      <p className={styles.text}>{text}</p>
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
      <button type="button" className={styles.close} aria-label={t("common.close")} onClick={go}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}

function dismiss(id: number, box: HTMLElement | null): void {
  const surroundings = box?.closest("dialog") ?? document.getElementById("main");
  const hadFocus = box?.contains(document.activeElement);
  dismissToast(id);
  if (hadFocus) surroundings?.querySelector<HTMLElement>("h1, h2")?.focus({ preventScroll: true });
}
