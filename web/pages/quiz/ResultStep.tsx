import { useState } from "react";
import { useLocation } from "wouter";
import { productsPerSet } from "#contract/limits";
import { setPriceTwd } from "#contract/money";
import { addToCart } from "../../api/cart.ts";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { Page } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { useRecommendations, type KeptRecommendations } from "../../stores/recommendations.ts";
import { Button } from "../../ui/Button.tsx";
import { ResultCard } from "./ResultCard.tsx";
import styles from "./quiz.module.css";

interface ResultStepProps {
  onChange: () => void;
  onRestart: () => void;
}

export function ResultStep({ onChange, onRestart }: ResultStepProps) {
  const { t, plural } = useI18n();
  const kept = useRecommendations((state) => state.kept);
  const restart = () => {
    useRecommendations.getState().forget();
    onRestart();
  };
  if (kept === null) return null;
  return (
    <Page
      title={plural("shop.quiz.result.title", kept.products_id.length)}
      eyebrow={t("shop.quiz.result.eyebrow")}
      width="wide"
      className={styles.result}
    >
      <blockquote className={styles.words}>{kept.response}</blockquote>
      <ol className={styles.scents}>
        {kept.products_id.map((id, index) => (
          <ResultCard
            key={id}
            productId={id}
            isBest={index === 0}
            reasons={kept.matches.find((match) => match.product_id === id)?.reasons ?? []}
          />
        ))}
      </ol>
      <SetOffer kept={kept} />
      <div className={styles.again}>
        <p>{t("shop.quiz.result.again")}</p>
        <Button variant="secondary" onClick={onChange}>
          {t("shop.quiz.result.change")}
        </Button>
        <Button variant="quiet" onClick={restart}>
          {t("shop.quiz.result.restart")}
        </Button>
      </div>
    </Page>
  );
}

/** The whole answer is sold as one set; the server knows its price. */
function SetOffer({ kept }: { kept: KeptRecommendations }) {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const [isAdding, setAdding] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const itemType = kept.personal_option ?? "SAMPLE_PAPER";
  const add = async () => {
    setAdding(true);
    setFailure(null);
    try {
      await addToCart({
        productIds: kept.products_id.slice(0, productsPerSet[itemType]),
        itemType,
        type: "SAMPLE",
        surveyResponseId: kept.survey_response_id,
        userAnswer: kept.user_answer,
      });
      navigate(paths.cart({ locale }));
    } catch (error) {
      setFailure(error);
      setAdding(false);
    }
  };
  return (
    <section className={styles.offer} aria-label={t(`shop.quiz.result.set.${itemType}`)}>
      {failure === null ? null : (
        <FailureNotice className={styles.offerFailure} title={t("shop.quiz.failed.cart")} error={failure} />
      )}
      <div>
        <h2 className={styles.offerTitle}>{t(`shop.quiz.result.set.${itemType}`)}</h2>
        <p className={styles.offerText}>{t(`shop.quiz.result.set_text.${itemType}`)}</p>
      </div>
      <strong className={styles.price}>{formatMoney(locale, setPriceTwd)}</strong>
      <Button variant="primary" busy={isAdding} onClick={() => void add()}>
        {t("shop.quiz.result.add")}
      </Button>
    </section>
  );
}
