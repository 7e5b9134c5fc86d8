import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import styles from "./fold.module.css";
import { classNames } from "./class-names.ts";

interface DisclosureProps {
  button: ReactNode;
  label: string;
  buttonClassName?: string | undefined;
  className?: string | undefined;
  children: (close: () => void) => ReactNode;
}

export function Disclosure(props: DisclosureProps) {
  const { button, label, buttonClassName, className, children } = props;
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      trigger.current?.focus();
    };
    const closed = new AbortController();
    document.addEventListener("pointerdown", closeOutside, closed);
    document.addEventListener("focusin", closeOutside, closed);
    document.addEventListener("keydown", closeOnEscape, closed);
    return () => closed.abort();
  }, [isOpen]);

  return (
    <div
      ref={box}
      className={classNames(styles.disclosure, className)}
      data-open={isOpen || undefined}
    >
      <button
        ref={trigger}
        type="button"
        className={buttonClassName}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen ? (
        <div id={id} className={styles.panel}>
          {children(() => setOpen(false))}
        </div>
      ) : null}
    </div>
  );
}
