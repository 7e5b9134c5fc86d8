import { Suspense, type CSSProperties } from "react";
import type { Product } from "#contract/product";
import { useProduct, useProductNotes } from "../../api/products.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { NotePyramid } from "../../scent/NotePyramid.tsx";
import { ownName, shownName } from "../../scent/product-name.ts";
import { ScentLink } from "../../scent/ScentLink.tsx";
import { ScentPortrait } from "../../scent/ScentPortrait.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { CompareButton, type Comparison } from "./CompareButton.tsx";
import { NoteMarks } from "./refusal-parts.ts";
import type { Reason } from "./reason-labels.ts";
import { Reasons } from "./Reasons.tsx";
import styles from "./result.module.css";
import { useIsPhone } from "./use-is-phone.ts";

interface ResultCardProps {
  productId: string;
  /** From 0: the first is shown large. */
  place: number;
  mark: string | null;
  /** Null while loading. */
  reasons: readonly Reason[] | null;
  reasonsLang: string | undefined;
  comparison: Comparison;
}

export function ResultCard({
  productId,
  place,
  mark,
  reasons,
  reasonsLang,
  comparison,
}: ResultCardProps) {
  const { t } = useI18n();
  const isFirst = place === 0;
  const isFolded = useIsPhone() && !isFirst;
  const drying = { "--place": place } as CSSProperties; // custom properties are missing from its type
  const product = useProduct(productId);
  const notes = useProductNotes(productId);
  const error: unknown = product.error ?? notes.error;
  const picture = (
    <div className={styles.picture} style={drying}>
      {notes.data ? (
        <ScentPortrait productId={productId} notes={notes.data} size={isFirst ? "hero" : "card"} />
      ) : null}
    </div>
  );
  const summary = (
    <>
      {product.data ? (
        <>
          <Heading id={productId} product={product.data} mark={mark} isLink={!isFolded} />
          {product.data.description ? (
            <p className={styles.about}>{product.data.description}</p>
          ) : null}
        </>
      ) : error === undefined ? (
        <Skeleton lines={3} label={t("common.loading")} />
      ) : null}
      {reasons === null ? <Skeleton lines={1} /> : <Reasons reasons={reasons} lang={reasonsLang} />}
    </>
  );
  const marks = notes.data ? (
    <Suspense>
      <NoteMarks notes={notes.data} />
    </Suspense>
  ) : null;
  const pyramid = notes.data ? <NotePyramid notes={notes.data} hasFamilies={isFirst} /> : null;
  const compare =
    product.data && notes.data ? (
      <CompareButton productId={productId} name={shownName(product.data)} comparison={comparison} />
    ) : null;
  if (isFolded && error === undefined)
    return (
      <li className={styles.row}>
        <details>
          <summary>
            {picture}
            {/* What must not be overlooked is not folded away. */}
            <div className={styles.facts}>
              {summary}
              {marks}
            </div>
          </summary>
          <div className={styles.unfolded}>
            {pyramid}
            {product.data ? (
              <p className={styles.more}>
                <ScentLink id={productId}>
                  {t("shop.quiz.result.more", { name: shownName(product.data) })}
                </ScentLink>
              </p>
            ) : null}
            {compare}
          </div>
        </details>
      </li>
    );
  return (
    <li className={isFirst ? styles.best : styles.scent}>
      {picture}
      <div className={styles.facts}>
        {error === undefined ? null : (
          <FailureNotice
            title={t("shop.quiz.failed.recommendations")}
            error={error}
            retry={() => void Promise.all([product.mutate(), notes.mutate()])}
          />
        )}
        {summary}
        {pyramid}
        {marks}
        {compare}
      </div>
    </li>
  );
}

interface HeadingProps {
  id: string;
  product: Product;
  mark: string | null;
  isLink: boolean;
}

function Heading({ id, product, mark, isLink }: HeadingProps) {
  const name = shownName(product);
  return (
    <>
      {mark === null ? null : <p className={styles.bestMark}>{mark}</p>}
      <div className={styles.headline}>
        <h2 className={styles.name}>{isLink ? <ScentLink id={id}>{name}</ScentLink> : name}</h2>
        {ownName(product) === null ? null : (
          <span className={styles.number}>{product.product_id}</span>
        )}
      </div>
    </>
  );
}
