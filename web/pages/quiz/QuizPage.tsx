import { useEffect } from "react";
import { useSearch } from "wouter";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { Page } from "../../layout/Page.tsx";
import { useRecommendations } from "../../stores/recommendations.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { BlockedDialog } from "./BlockedDialog.tsx";
import { QuizSteps } from "./QuizSteps.tsx";
import { useQuiz } from "./quiz-store.ts";
import { useBlock, useEntry, type QuizEntry } from "./use-entry.ts";

export default function QuizPage() {
  const { t } = useI18n();
  const query = new URLSearchParams(useSearch());
  const retryFrom = query.get("retryFrom");
  const selectedProduct = query.get("selectedProduct");
  const block = useBlock();
  const { entry, failure } = useEntry(retryFrom);
  const quiz = useBegun(entry, retryFrom, selectedProduct);

  if (failure !== null) {
    return (
      <Page title={t("shop.quiz.title")}>
        <FailureNotice title={t(`shop.quiz.failed.${failure.what}`)} error={failure.error} retry={failure.retry} />
      </Page>
    );
  }
  if (block === "checking" || block !== null || entry === null || quiz === null) {
    return (
      <Page title={t("shop.quiz.title")}>
        {retryFrom !== null && block === "checking" ? <p>{t("shop.quiz.history_loading")}</p> : null}
        <Skeleton height="22rem" label={t(retryFrom === null ? "common.loading" : "shop.quiz.history_loading")} />
        {block === "cart" || block === "order" ? <BlockedDialog block={block} /> : null}
      </Page>
    );
  }
  return <QuizSteps quiz={quiz} entry={entry} selectedProduct={selectedProduct} />;
}

/** Answers of this member and this retry go on where they were; the latest result is shown again to whoever comes without any. */
function useBegun(entry: QuizEntry["entry"], retryFrom: string | null, selectedProduct: string | null) {
  const owner = useQuiz((state) => state.owner);
  const quiz = useQuiz((state) => state.quiz);
  const wanted = entry === null ? null : [entry.memberId, retryFrom ?? "", selectedProduct ?? ""].join("|");
  useEffect(() => {
    if (entry === null || wanted === null) return;
    const isNew = useQuiz.getState().owner !== wanted;
    useQuiz.getState().begin(wanted, entry);
    const { quiz: begun, dispatch } = useQuiz.getState();
    const hasResult = useRecommendations.getState().kept !== null;
    if (isNew && hasResult && retryFrom === null) dispatch({ type: "resultFound" });
    if (begun?.step === "result" && !hasResult) dispatch({ type: "changedMind" });
    // The entry is made anew with every rendering; it is the same as long as its owner is.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [wanted]);
  return owner === wanted ? quiz : null;
}
