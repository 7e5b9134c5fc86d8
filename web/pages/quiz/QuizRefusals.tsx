import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import NeverUse from "../../refusals/NeverUse.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useQuizRefusals } from "./quiz-refusals.ts";

export function QuizRefusals() {
  const { t } = useI18n();
  const refusals = useQuizRefusals();
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
