import { useState } from "react";
import { localeTable } from "#contract/locales";
import type { ChatAnswer } from "#contract/survey";
import { formatMoney, locale, plural, t } from "../../i18n/translate.ts";
import { useShopConfig } from "../../api/config.ts";
import { useKnown } from "../../api/products.ts";
import { useAnswerAgain, useSurvey } from "../../api/survey.ts";
import { Page } from "../../layout/Page.tsx";
import { Button } from "../../ui/Button.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { chosenText, keptFirst } from "./answers.ts";
import { useRecommendations, type KeptRecommendations } from "./quiz-store.ts";
import { KeptOutCounts, KeptOutNames, UnansweredRefusal } from "./refusal-parts.tsx";
import { ResultCard } from "./ResultCard.tsx";
import styles from "./quiz.module.css";
import cards from "./result.module.css";
import { useLocation } from "wouter";
import { productsPerSet } from "#contract/limits";
import { setPriceTwd } from "#contract/money";
import { addToCart } from "../../api/cart.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useWork } from "../../feedback/use-work.ts";
import { paths } from "../../paths.ts";
import { lightestFirst } from "../../scent/lightness.ts";
import { shownName } from "../../scent/product-name.ts";
import { SampleDrawing, SmellingSteps } from "../../scent/SampleSet.tsx";
import fold from "../../ui/fold.module.css";

type ResultStepProps = { onChange: () => void; onRestart: () => void };

export function ResultStep(props: ResultStepProps) {
  const kept = useRecommendations((state) => state.kept);
  return kept === null ? null : <Result {...props} kept={kept} />;
}

function Result({ kept, onChange, onRestart }: ResultStepProps & { kept: KeptRecommendations }) {
  const { said, lang } = useResultWords(kept);
  const ids = kept.products_id;
  const best = ids.find((id) => id !== kept.kept_product);
  const markOf = (id: string) => {
    if (id === kept.kept_product) return t("shop.quiz.result.kept");
    return id === best ? t("shop.quiz.result.best") : null;
  };
  const told = {
    asks: <UnansweredRefusal kept={kept} onChange={onChange} />,
    without: kept.refusals === undefined ? null : <KeptOutNames keptOut={kept.refusals} />,
    told: <Told {...{ kept, said, lang, onChange }} />,
  };
  const [first, ...others] = ids.map((id, place) => (
    <ResultCard
      key={id}
      productId={id}
      mark={markOf(id)}
      said={said}
      lang={lang}
      below={place > 0 ? null : told}
    />
  ));
  return (
    <Page
      title={plural("shop.quiz.result.title", ids.length)}
      width="wide"
      className={cards.result}
    >
      <ol className={cards.scents}>{first}</ol>
      {others.length === 0 ? null : (
        <>
          <h2 className={cards.more}>{plural("shop.quiz.result.others", others.length)}</h2>
          <ol className={`${cards.scents} ${cards.others}`} start={2}>
            {others}
          </ol>
        </>
      )}
      <Smelling ids={ids} />
      <SetOffer kept={kept} />
      <div className={`cluster ${styles.again}`}>
        <p>{t("shop.quiz.result.again")}</p>
        <Button onClick={onChange}>{t("shop.quiz.result.change")}</Button>
        <Button variant="quiet" onClick={onRestart}>
          {t("shop.quiz.result.restart")}
        </Button>
      </div>
    </Page>
  );
}

type ToldProps = ResultWords & Pick<ResultStepProps, "onChange"> & { kept: KeptRecommendations };

function Told({ kept, said, lang, onChange }: ToldProps) {
  const asked = useAsked(kept);
  const { refusals } = kept;
  const isShort = (refusals?.missing ?? 0) > 0;
  const selected = (refusals?.selected_refused ?? null) !== null;
  if (asked === "" && said?.response === "" && refusals === undefined) return null;
  return (
    <details className={`${fold.fold} ${fold.line}`} open={isShort || selected}>
      <summary>{t("shop.quiz.result.told")}</summary>
      <div className={cards.words}>
        {asked === "" ? null : (
          <p>
            {t("shop.quiz.result.asked")} <q className={cards.own}>{asked}</q>
          </p>
        )}
        {said === null ? (
          <Skeleton lines={3} label={t("common.loading")} />
        ) : said.response === "" ? null : (
          <p lang={lang}>{said.response}</p>
        )}
        {refusals === undefined ? null : (
          <>
            <KeptOutCounts keptOut={refusals} />
            {isShort ? <p>{plural("shop.refusals.missing", refusals.missing)}</p> : null}
            <Button onClick={onChange}>{t("shop.refusals.change")}</Button>
          </>
        )}
      </div>
    </details>
  );
}

function useAsked({ user_answer, chosen, asked }: KeptRecommendations): string {
  const config = useShopConfig();
  const isForeign = chosen !== undefined && asked.locale !== locale;
  const survey = useSurvey(isForeign ? config.data?.survey_id : undefined);
  if (!isForeign || survey.data === undefined) return user_answer;
  return chosenText({ optionIds: chosen }, survey.data.questions) || user_answer;
}

export interface ResultWords {
  /** Null while loading. */
  said: Pick<ChatAnswer, "response" | "matches"> | null;
  /** Set when the words are not in the page's language. */
  lang: string | undefined;
}

/** The answer in the page's language; the original if that failed or is about other scents. */
function useResultWords(kept: KeptRecommendations): ResultWords {
  const { data: again, error } = useAnswerAgain(kept);
  const { asked, kept_product, products_id } = kept;
  if (locale === asked.locale) return { said: kept, lang: undefined };
  if (again === undefined && error === undefined) return { said: null, lang: undefined };
  const sameScents = again && keptFirst(again.products_id, kept_product, asked.count);
  return again && sameScents?.join() === products_id.join()
    ? { said: again, lang: undefined }
    : { said: kept, lang: localeTable[asked.locale].htmlLang };
}

function Smelling({ ids }: { ids: readonly string[] }) {
  // Looked up anew when it is opened.
  const [, setOpen] = useState(false);
  const names = lightestFirst(useKnown(ids)).map(shownName);
  return (
    <details
      className={`${fold.fold} ${fold.line} ${cards.smelling}`}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("shop.sample_set.how")}</summary>
      {names.length < ids.length ? null : (
        <p>
          {t("shop.sample_set.order", { names: names.join(localeTable[locale].separators.name) })}
        </p>
      )}
      <SmellingSteps />
    </details>
  );
}

function SetOffer({ kept }: { kept: KeptRecommendations }) {
  const [, navigate] = useLocation();
  const { isBusy, failure, run } = useWork();
  const itemType = kept.personal_option ?? "SAMPLE_PAPER";
  const count = kept.products_id.length;
  const ids = kept.products_id.slice(0, productsPerSet[itemType]);
  const add = async () => {
    await addToCart({
      productIds: ids,
      itemType,
      type: "SAMPLE",
      surveyResponseId: kept.survey_response_id,
      userAnswer: kept.user_answer,
    });
    navigate(paths.cart());
  };
  return (
    <section className={cards.offer} aria-label={t(`shop.quiz.result.set.${itemType}`)}>
      {failure === null ? null : (
        <FailureNotice
          className={cards.offerFailure}
          title={t("shop.quiz.failed.cart")}
          error={failure}
        />
      )}
      <SampleDrawing kinds={[itemType]} of={ids} className={cards.offerSet} />
      <div>
        <h2 className={cards.offerTitle}>{t(`shop.quiz.result.set.${itemType}`)}</h2>
        <p className={`soft ${cards.offerText}`}>
          {count < productsPerSet[itemType] && kept.refusals !== undefined
            ? plural("shop.refusals.short_set", count)
            : t(`shop.quiz.result.set_text.${itemType}`)}
        </p>
      </div>
      <strong className={`figure ${cards.price}`}>{formatMoney(setPriceTwd)}</strong>
      <Button variant="primary" busy={isBusy} onClick={() => void run(add)}>
        {t("shop.quiz.result.add")}
      </Button>
    </section>
  );
}
