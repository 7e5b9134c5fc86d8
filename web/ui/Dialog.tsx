import { useEffect, useId, useRef, type ReactNode } from "react";
import styles from "./Dialog.module.css";
import { classNames } from "./class-names.ts";

interface DialogProps {
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  actions?: ReactNode;
  side?: "centre" | "start" | "end";
  /** False: no close button, no Escape, no backdrop; one of the actions must be taken. */
  dismissable?: boolean;
  /** For long texts: the scrolling box takes the focus, so that keys can scroll it. */
  isReading?: boolean;
  children?: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { onClose, title, closeLabel, actions, side = "centre" } = props;
  const { dismissable = true, isReading = false, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    element.showModal();
    heading.current?.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // Keyboard users have Escape and the close button instead of the backdrop.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- see above
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[side])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissable) onClose();
      }}
      onClick={(event) => {
        if (dismissable && event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.sheet}>
        <header className={`spread ${styles.head}`}>
          <h2 ref={heading} id={titleId} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          {dismissable ? (
            <button
              type="button"
              className={styles.close}
              aria-label={closeLabel}
              onClick={onClose}
            >
              <span aria-hidden="true" />
            </button>
          ) : null}
        </header>
        <div
          className={styles.body}
          {...(isReading ? { role: "region", "aria-labelledby": titleId, tabIndex: 0 } : {})}
        >
          {children}
        </div>
        {actions ? <footer className={`cluster ${styles.actions}`}>{actions}</footer> : null}
      </div>
    </dialog>
  );
}
