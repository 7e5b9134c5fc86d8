import type { ChatAnswer } from "#contract/survey";
import { useProduct, useProductNotes } from "../../api/products.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { NotePyramid } from "../../scent/NotePyramid.tsx";
import { ScentPortrait } from "../../scent/ScentPortrait.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import styles from "./quiz.module.css";

interface ResultCardProps {
  productId: string;
  /** The recommender's first: it stands wide, with its picture large. */
  isBest: boolean;
  reasons: ChatAnswer["matches"][number]["reasons"];
}

export function ResultCard({ productId, isBest, reasons }: ResultCardProps) {
  const { t } = useI18n();
  const product = useProduct(productId);
  const notes = useProductNotes(productId);
  const error: unknown = product.error ?? notes.error;
  const retry = () => void Promise.all([product.mutate(), notes.mutate()]);
  return (
    <li className={isBest ? styles.best : styles.scent}>
      <div className={styles.picture}>
        {notes.data ? <ScentPortrait productId={productId} notes={notes.data} size={isBest ? "hero" : "card"} /> : null}
      </div>
      <div className={styles.facts}>
        {error === undefined ? null : <FailureNotice title={t("shop.quiz.failed.recommendations")} error={error} retry={retry} />}
        {product.data ? (
          <>
            <p className={styles.number}>
              {isBest ? <span className={styles.bestMark}>{t("shop.quiz.result.best")}</span> : null}
              {product.data.product_id}
            </p>
            <h2 className={styles.name}>{product.data.product_name}</h2>
            <p className={styles.about}>{product.data.description}</p>
          </>
        ) : error === undefined ? (
          <Skeleton lines={3} label={t("common.loading")} />
        ) : null}
        {reasons.length > 0 ? (
          <p className={styles.reasons}>
            <span className={styles.why}>{t("shop.quiz.result.why")}</span>
            {reasons.map((reason) => (
              <span key={`${reason.kind}/${reason.label}`} className={styles.reason}>
                {reason.label}
              </span>
            ))}
          </p>
        ) : null}
        {notes.data ? <NotePyramid notes={notes.data} /> : null}
      </div>
    </li>
  );
}
