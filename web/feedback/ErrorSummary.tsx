import { useEffect } from "react";
import { Notice } from "../ui/Notice.tsx";
import { focusFirst } from "./use-form.ts";
import styles from "./feedback.module.css";

interface ErrorSummaryProps {
  title: string;
  mistakes: readonly { name: string; text: string }[];
}

export function ErrorSummary({ title, mistakes }: ErrorSummaryProps) {
  const isShown = mistakes.length > 1;
  useEffect(() => {
    // The list has pushed the focused field down.
    if (isShown) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  if (!isShown) return null;
  return (
    <Notice tone="danger" title={title}>
      <ul className={styles.mistakes}>
        {mistakes.map(({ name, text }) => (
          <li key={name}>
            <button type="button" onClick={() => focusFirst([name])}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
