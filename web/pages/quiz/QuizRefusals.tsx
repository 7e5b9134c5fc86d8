import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { NeverUse } from "../../refusals/NeverUse.tsx";
import { useRefusalNames } from "../../refusals/Without.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useQuizRefusals } from "./quiz-refusals.ts";
import { presentDraft, useQuiz, type QuizDraft } from "./quiz-store.ts";
import styles from "./quiz.module.css";

function useDraft(): QuizDraft | null {
  return useQuiz((state) => (state.owner === null ? null : presentDraft()));
}

export function QuizRefusals() {
  const draft = useDraft();
  return draft === null ? null : <Fields draft={draft} />;
}

function Fields({ draft }: { draft: QuizDraft }) {
  const { t } = useI18n();
  const refusals = useQuizRefusals(draft);
  if (refusals.list === null)
    return refusals.error === undefined ? (
      <Skeleton lines={2} label={t("common.loading")} />
    ) : (
      <FailureNotice error={refusals.error} retry={() => void refusals.retry()} />
    );
  return (
    <NeverUse
      refusals={refusals.list}
      understood={refusals.understood}
      onAdd={refusals.add}
      onRemove={refusals.remove}
    />
  );
}

/** Folded away below a question; its summary names what is refused. */
export function FoldedRefusals() {
  const draft = useDraft();
  return draft === null ? null : <Folded draft={draft} />;
}

function Folded({ draft }: { draft: QuizDraft }) {
  const { t } = useI18n();
  const { list, understood = [] } = useQuizRefusals(draft);
  const names = useRefusalNames([...(list ?? []), ...understood]);
  return (
    <details className={styles.folded}>
      <summary>
        {names === null ? t("shop.refusals.folded_nothing") : t("shop.refusals.folded", { names })}
      </summary>
      <Fields draft={draft} />
    </details>
  );
}
