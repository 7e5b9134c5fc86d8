import { lazy, Suspense, useEffect } from "react";
import { useSearch } from "wouter";
import { useProduct } from "../../api/products.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useI18n } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { memberHere, presentDraft, useQuiz } from "./quiz-store.ts";
import { QuizSteps } from "./QuizSteps.tsx";
import { useRecommendations } from "./recommendations-store.ts";
import { isResultHere } from "./result-in-history.ts";
import { useBlock, useEntry, type QuizEntry } from "./use-entry.ts";
import styles from "./quiz.module.css";

/** Met by few, and too large for everybody. */
const BlockedDialog = lazy(() => import("./BlockedDialog.tsx"));

export default function QuizPage() {
  const { locale, t } = useI18n();
  const query = new URLSearchParams(useSearch());
  const retryFrom = query.get("retryFrom") || null;
  const selectedProduct = query.get("selectedProduct") || null;
  const { block, checkAgain } = useBlock();
  const { entry, failure } = useEntry(retryFrom);
  // Loaded before the first choice, whose cards it would push down.
  const kept = useProduct(selectedProduct);
  const isNaming = selectedProduct !== null && kept.data === undefined && kept.error === undefined;
  const draft = useBegun(entry, retryFrom, selectedProduct);

  if (failure !== null)
    return (
      <Page title={t("shop.quiz.title")}>
        <FailureNotice
          title={t(`shop.quiz.failed.${failure.what}`)}
          error={failure.error}
          retry={() => void failure.mutate()}
        />
        {failure.what === "history" ? (
          <p className={styles.otherWay}>
            <LinkButton href={paths.fragranceQuiz({ locale })}>
              {t("shop.quiz.failed.history_begin")}
            </LinkButton>
          </p>
        ) : null}
      </Page>
    );
  if (block === null && !isNaming && entry !== null && draft !== null)
    return <QuizSteps draft={draft} entry={entry} selectedProduct={selectedProduct} />;
  const isBlocked = block !== "checking" && block !== null;
  return (
    <Page
      title={t("shop.quiz.title")}
      intro={t(retryFrom === null ? "shop.quiz.loading_intro" : "shop.quiz.history_loading")}
    >
      <Skeleton
        block="card"
        label={t("common.loading")}
        className={isBlocked ? styles.kept : undefined}
      />
      <Suspense>
        {isBlocked ? <BlockedDialog block={block} onCancelled={checkAgain} /> : null}
      </Suspense>
    </Page>
  );
}

/** Resumes the draft of this member and retry. A result that was seen does not open by itself on another visit. */
function useBegun(
  entry: QuizEntry | null,
  retryFrom: string | null,
  selectedProduct: string | null,
) {
  const { owner, drafts } = useQuiz();
  const wanted =
    entry === null ? null : [memberHere(), retryFrom ?? "", selectedProduct ?? ""].join("|");
  useEffect(() => {
    if (entry === null || wanted === null) return;
    const { begin, dispatch, restart } = useQuiz.getState();
    begin(wanted, entry);
    const draft = presentDraft();
    if (draft?.quiz.step !== "result") return;
    const hasResult = useRecommendations.getState().kept?.member_id === memberHere();
    if (!hasResult) dispatch({ type: "changedMind" });
    else if (draft.hasSeenResult && !isResultHere()) restart(entry);
    // `entry` is a new object at every rendering, but the same for one owner.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [wanted]);
  return owner === null || owner !== wanted ? null : (drafts[owner] ?? null);
}
