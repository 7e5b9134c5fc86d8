import { useEffect } from "react";
import { Notice } from "../ui/Notice.tsx";
import styles from "./ErrorSummary.module.css";

export interface Mistake {
  name: string;
  text: string;
}

/** Above a form with more than one mistake: each line leads to its field. */
export function ErrorSummary({
  title,
  mistakes,
  onChoose,
}: {
  title: string;
  mistakes: readonly Mistake[];
  onChoose: (name: string) => void;
}) {
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
            <button type="button" onClick={() => onChoose(name)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
