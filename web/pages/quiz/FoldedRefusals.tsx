import { useState } from "react";
import { useI18n } from "../../i18n/translate.ts";
import { useRefusalNames } from "../../refusals/Without.tsx";
import type { Said } from "./answers.ts";
import { useQuizRefusals } from "./quiz-refusals.ts";
import styles from "./quiz.module.css";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import NeverUse from "../../refusals/NeverUse.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

interface FoldedRefusalsProps {
  /** All that the member has written or chosen. */
  said: Said;
  /** What is listed unfolds it, and so does a failure to load it, or a refusal of which nothing was understood. */
  unfoldsItself?: boolean;
}

/** Folded away below a question; its summary names what is refused. */
export function FoldedRefusals({ said, unfoldsItself = false }: FoldedRefusalsProps) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const refusals = useQuizRefusals(said);
  const names = useRefusalNames(refusals.list ?? []);
  const isTelling =
    names !== null || (refusals.list === null ? refusals.error !== undefined : refusals.asks);
  const [wasTelling, setTelling] = useState(false);
  if (isTelling !== wasTelling) {
    setTelling(isTelling);
    // It stays open when the last one is removed: the field in it has the focus.
    if (unfoldsItself && isTelling) setOpen(true);
  }
  return (
    <details
      className={styles.folded}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {names === null ? t("shop.refusals.folded_nothing") : t("shop.refusals.folded", { names })}
      </summary>
      {isOpen ? <QuizRefusals said={said} /> : null}
    </details>
  );
}

function QuizRefusals({ said }: { said: Said }) {
  const { t } = useI18n();
  const refusals = useQuizRefusals(said);
  if (refusals.list === null)
    return refusals.error === undefined ? (
      <Skeleton lines={2} label={t("common.loading")} />
    ) : (
      <FailureNotice error={refusals.error} retry={() => void refusals.retry()} />
    );
  return (
    <NeverUse
      refusals={refusals.list}
      onAdd={(refusal) => refusals.add([refusal])}
      onRemove={refusals.remove}
    />
  );
}
