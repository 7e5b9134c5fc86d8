import { useState } from "react";
import { useI18n } from "../../i18n/translate.ts";
import { useRefusalNames } from "../../refusals/Without.tsx";
import { useQuizRefusals } from "./quiz-refusals.ts";
import { QuizRefusals } from "./QuizRefusals.tsx";
import styles from "./quiz.module.css";

/** Folded away below a question; its summary names what is refused. */
export function FoldedRefusals() {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const { list, understood = [] } = useQuizRefusals();
  const names = useRefusalNames([...(list ?? []), ...understood]);
  return (
    <details className={styles.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {names === null ? t("shop.refusals.folded_nothing") : t("shop.refusals.folded", { names })}
      </summary>
      {isOpen ? <QuizRefusals /> : null}
    </details>
  );
}
