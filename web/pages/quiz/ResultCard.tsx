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
import styles from "./quiz.module.css";

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
  const drying = { "--place": place } as CSSProperties; // custom properties are missing from its type
  const product = useProduct(productId);
  const notes = useProductNotes(productId);
  const error: unknown = product.error ?? notes.error;
  const retry = () => void Promise.all([product.mutate(), notes.mutate()]);
  return (
    <li className={isFirst ? styles.best : styles.scent}>
      <div className={styles.picture} style={drying}>
        {notes.data ? (
          <ScentPortrait
            productId={productId}
            notes={notes.data}
            size={isFirst ? "hero" : "card"}
          />
        ) : null}
      </div>
      <div className={styles.facts}>
        {error === undefined ? null : (
          <FailureNotice
            title={t("shop.quiz.failed.recommendations")}
            error={error}
            retry={retry}
          />
        )}
        {product.data ? (
          <>
            <Heading id={productId} product={product.data} mark={mark} />
            {product.data.description ? (
              <p className={styles.about}>{product.data.description}</p>
            ) : null}
          </>
        ) : error === undefined ? (
          <Skeleton lines={3} label={t("common.loading")} />
        ) : null}
        {reasons === null ? (
          <Skeleton lines={1} />
        ) : (
          <Reasons reasons={reasons} lang={reasonsLang} />
        )}
        {notes.data ? <NotePyramid notes={notes.data} /> : null}
        {notes.data ? (
          <Suspense>
            <NoteMarks notes={notes.data} />
          </Suspense>
        ) : null}
        {product.data && notes.data ? (
          <CompareButton
            productId={productId}
            name={shownName(product.data)}
            comparison={comparison}
          />
        ) : null}
      </div>
    </li>
  );
}

interface HeadingProps {
  id: string;
  product: Product;
  mark: string | null;
}

function Heading({ id, product, mark }: HeadingProps) {
  const number = ownName(product) === null ? null : product.product_id;
  return (
    <>
      {mark === null && number === null ? null : (
        <p className={styles.number}>
          {mark === null ? null : <span className={styles.bestMark}>{mark}</span>}
          {number}
        </p>
      )}
      <h2 className={styles.name}>
        <ScentLink id={id}>{shownName(product)}</ScentLink>
      </h2>
    </>
  );
}
