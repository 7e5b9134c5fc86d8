import { useEffect, useRef, useState, type ReactNode } from "react";
import { t } from "../i18n/translate.ts";
import { classNames } from "../ui/class-names.ts";
import { wasNavigated } from "../navigation/scroll-to-top.ts";
import styles from "./Page.module.css";

export interface PageProps {
  title: string;
  heading?: ReactNode;
  intro?: ReactNode;
  eyebrow?: ReactNode;
  width?: "narrow" | "regular" | "wide";
  className?: string | undefined;
  lang?: string | undefined;
  children?: ReactNode;
}

let hasArrived = false;

/** The content of `<main>`; after a navigation its heading takes the focus. */
export function Page(props: PageProps) {
  const {
    title,
    heading: words = title,
    intro,
    eyebrow,
    width = "regular",
    className,
    lang,
    children,
  } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isFirst] = useState(() => !hasArrived);
  const documentTitle = `${title} · ${t("common.brand")}`;
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
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
          {words}
        </h1>
        {intro ? <p className={styles.intro}>{intro}</p> : null}
      </header>
      {children}
    </div>
  );
}
