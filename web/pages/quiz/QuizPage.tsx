import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import { isSampleType } from "#contract/item-kind";
import { formatList } from "../../i18n/dates.ts";
import { locale, t } from "../../i18n/translate.ts";
import { useProduct } from "../../api/products.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Page } from "../../layout/Page.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { late } from "../../ui/late.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { memberHere } from "../../session/member-here.ts";
import { isResultWaiting, presentDraft, useQuiz, useRecommendations } from "./quiz-store.ts";
import { QuizSteps } from "./QuizSteps.tsx";
import { isResultHere } from "./quiz-history.ts";
import styles from "./quiz.module.css";
import { loadCart } from "../../api/cart.ts";
import { useShopConfig } from "../../api/config.ts";
import { useMember } from "../../api/member.ts";
import { latestOrders, sampleBlockAmong, wasOrdered } from "../../api/orders.ts";
import { useSurveyResponse } from "../../api/survey.ts";
import { tabKeys, tabStorage } from "../../stores/storage.ts";
import { useCart } from "../../stores/cart.ts";
import type { QuizBlock } from "./BlockedDialog.tsx";
import type { Entry } from "./flow.ts";

/** Met by few, and too large for everybody. */
const BlockedDialog = late(() => import("./BlockedDialog.tsx"));

export default function QuizPage() {
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
          <p>
            <LinkButton href={paths.fragranceQuiz()}>
              {t("shop.quiz.failed.history_begin")}
            </LinkButton>
          </p>
        ) : null}
      </Page>
    );
  if (block === null && !isNaming && entry !== null && draft !== null)
    return <QuizSteps draft={draft} entry={entry} selectedProduct={selectedProduct} />;
  return (
    <Page
      title={t("shop.quiz.title")}
      intro={t(retryFrom === null ? "shop.quiz.loading_intro" : "shop.quiz.history_loading")}
    >
      <Skeleton
        block="card"
        label={t("common.loading")}
        className={block ? styles.kept : undefined}
      />
      {block ? <BlockedDialog block={block} onCancelled={checkAgain} /> : null}
    </Page>
  );
}

/** Resumes the draft of this member and retry. A result that was seen opens in its visit only. */
function useBegun(entry: Entry | null, ...query: (string | null)[]) {
  const { owner } = useQuiz();
  const wanted = [memberHere(), ...query].join("|");
  useEffect(() => {
    if (entry === null) return;
    const { begin, dispatch, restart } = useQuiz.getState();
    begin(wanted, entry);
    const draft = presentDraft();
    if (draft?.quiz.step === "result") {
      const { kept, keep } = useRecommendations.getState();
      if (kept?.member_id !== memberHere()) dispatch({ type: "changedMind" });
      else if (isResultWaiting()) keep(kept);
      else if (draft.hasSeenResult && !isResultHere()) restart(entry);
    }
    takeWords();
    // oxlint-disable-next-line react/exhaustive-deps -- each time a new `entry`, the same for one owner
  }, [wanted, entry === null]);
  return owner === wanted ? presentDraft() : null;
}

/** The words picked on home are the first own words of a quiz that has none yet. */
function takeWords(): void {
  const quiz = presentDraft()?.quiz;
  const words = tabStorage.getItem(tabKeys.words);
  if (!words || !quiz || quiz.isRetry || quiz.step === "result" || quiz.description !== "") return;
  tabStorage.removeItem(tabKeys.words);
  const text = formatList(words.toLocaleLowerCase(locale).split("\n"));
  useQuiz.getState().dispatch({ type: "descriptionWritten", text });
}

/**
 * Why no new quiz can begin; a check that fails lets the member through. The order comes before the
 * cart: emptying the cart would only lead to the dialog about the order.
 */
async function findBlock(): Promise<QuizBlock | null> {
  const [cart, orders] = await Promise.allSettled([loadCart(), latestOrders()]);
  if (orders.status === "fulfilled") {
    const { kept, forget } = useRecommendations.getState();
    // A kept result ends when its set is ordered.
    if (kept !== null && wasOrdered(orders.value, kept.survey_response_id)) forget();
    const order = sampleBlockAmong(orders.value);
    if (order !== null) return order;
  }
  const { items } = cart.status === "fulfilled" ? cart.value : useCart.getState().cart;
  return items.some(({ type }) => isSampleType(type)) ? { kind: "cart" } : null;
}

/** Checked once: what the member adds to the cart here must not block this screen. */
function useBlock() {
  const [block, setBlock] = useState<QuizBlock | null>();
  useEffect(() => {
    let isHere = true;
    void findBlock().then((found) => isHere && setBlock(found));
    return () => {
      isHere = false;
    };
  }, []);
  return { block, checkAgain: async () => setBlock(await findBlock()) };
}

type Failure = { what: "survey" | "history"; error: unknown; mutate: () => Promise<unknown> };

/** Null while loading. A member who cannot be loaded is of unknown type and is asked. */
function useEntry(retryFrom: string | null): { entry: Entry | null; failure: Failure | null } {
  const config = useShopConfig();
  const member = useMember();
  const history = useSurveyResponse(retryFrom);
  if (config.error !== undefined) return { entry: null, failure: { what: "survey", ...config } };
  if (history.error !== undefined) return { entry: null, failure: { what: "history", ...history } };
  const isMemberKnown = member.data !== undefined || member.error !== undefined;
  const isHistoryKnown = retryFrom === null || history.data !== undefined;
  if (config.data === undefined || !isMemberKnown || !isHistoryKnown)
    return { entry: null, failure: null };
  const isBusiness = member.data?.is_business ?? null;
  return {
    failure: null,
    entry: {
      surveyId: config.data.survey_id,
      descriptionQuestionId: config.data.description_question_id,
      profile: isBusiness === null ? "unknown" : isBusiness ? "business" : "individual",
      hasTaxId: (member.data?.tax_id ?? "") !== "",
      history: history.data ?? null,
    },
  };
}
