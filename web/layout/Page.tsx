import { useEffect, useRef, useState, type ReactNode } from "react";
import { useI18n } from "../i18n/translate.ts";
import { classNames } from "../ui/class-names.ts";
import { wasNavigated } from "../navigation/scroll-to-top.ts";
import styles from "./Page.module.css";
import type { Kept, Typed } from "../navigation/gone-files.ts";

/** A form may come in a later step of its screen. */
const patienceMs = 120_000;

/** Every page does this; there is nothing to do unless it was loaded anew under somebody's hands. */
export function restoreTyped(): void {
  // There is no window while prerendering.
  const { typed, ...rest } = ((typeof window === "undefined" ? null : history.state) ?? {}) as Kept;
  if (!typed) return;
  history.replaceState(rest, "");
  let left = typed;
  const putBack = () => {
    left = left.filter((one) => !isPutBack(one));
    if (left.length === 0) end();
  };
  const observer = new MutationObserver(putBack);
  const end = () => observer.disconnect();
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["inert"] });
  setTimeout(end, patienceMs);
  putBack();
}

function isPutBack([name, value]: Typed): boolean {
  const all = document.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
  // Until the screen has taken over, its form is inert and will be replaced.
  const fields = [...all].filter((field) => field.closest("[inert]") === null);
  const isChoice = fields.some(({ type }) => type === "checkbox" || type === "radio");
  const field = isChoice ? fields.find((option) => option.value === value) : fields[0];
  if (field === undefined) return false;
  if (!isChoice && field.value !== value) write(field, String(value));
  else if (isChoice && !field.checked) field.click();
  return true;
}

/** React listens to the events and looks past a value that was set on the element itself. */
function write(field: HTMLElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  setter?.call(field, value);
  for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
}

export interface PageProps {
  title: string;
  intro?: ReactNode;
  eyebrow?: ReactNode;
  width?: "narrow" | "regular" | "wide";
  className?: string | undefined;
  /** Set where the screen's language is not the page's. */
  lang?: string | undefined;
  children?: ReactNode;
}

restoreTyped();

let hasArrived = false;

/** The content of `<main>`; after a navigation its heading takes the focus. */
export function Page(props: PageProps) {
  const { title, intro, eyebrow, width = "regular", className, lang, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // Every page but the first of a visit fades in.
  const [isFirst] = useState(() => !hasArrived);
  useTitle(title);
  useEffect(() => {
    hasArrived = true;
    // A page that arrives late must not shut a menu that was opened meanwhile.
    const isMenuOpen = document.querySelector("[data-open]") !== null;
    if (wasNavigated() && !isMenuOpen) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      lang={lang}
      className={classNames(
        "across",
        styles.page,
        styles[width],
        !isFirst && styles.arriving,
        className,
      )}
    >
      <header className={styles.head}>
        {eyebrow ? <p className={`soft ${styles.eyebrow}`}>{eyebrow}</p> : null}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {intro ? <p className={styles.intro}>{intro}</p> : null}
      </header>
      {children}
    </div>
  );
}

function useTitle(title: string): void {
  const { t } = useI18n();
  const brand = t("common.brand");
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
}
