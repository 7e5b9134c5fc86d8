import styles from "./Button.module.css";
import { classNames } from "./class-names.ts";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

export function buttonClass(variant: ButtonVariant, className?: string): string {
  return classNames("unprinted", styles.button, styles[variant], className);
}

export interface ButtonProps extends React.ComponentProps<"button"> {
  variant?: ButtonVariant;
  /** While busy, the button keeps its focus and name but does nothing. */
  busy?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant = "secondary", busy = false, className, onClick, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {children}
      {busy ? <span className={styles.busy} aria-hidden="true" /> : null}
    </button>
  );
}
