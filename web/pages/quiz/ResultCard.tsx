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
import { type Reason, reasonLabels } from "./reason-labels.ts";
import styles from "./result.module.css";
import { useMedia } from "../../ui/use-media.ts";

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

export function ResultCard(props: ResultCardProps) {
  const { productId, place, comparison } = props;
  const { t } = useI18n();
  const isPhone = useMedia("(max-width: 639px)");
  const isFirst = place === 0;
  const drying = { "--place": place } as CSSProperties; // custom properties are missing from its type
  const product = useProduct(productId);
  const notes = useProductNotes(productId);
  const error: unknown = product.error ?? notes.error;
  const isFolded = isPhone && !isFirst && error === undefined;
  const failure =
    error === undefined ? null : (
      <FailureNotice
        title={t("shop.quiz.failed.recommendations")}
        error={error}
        retry={() => void Promise.all([product.mutate(), notes.mutate()])}
      />
    );
  const picture = (
    <div className={styles.picture} style={drying}>
      {notes.data ? (
        <ScentPortrait productId={productId} notes={notes.data} size={isFirst ? "hero" : "card"} />
      ) : null}
    </div>
  );
  const pyramid = notes.data ? <NotePyramid notes={notes.data} hasFamilies={isFirst} /> : null;
  const marks = notes.data ? (
    <Suspense>
      <NoteMarks notes={notes.data} />
    </Suspense>
  ) : null;
  const compare =
    product.data && notes.data ? (
      <CompareButton productId={productId} name={shownName(product.data)} comparison={comparison} />
    ) : null;
  const said = (
    <Said {...props} product={product.data} isLoading={error === undefined} isLink={!isFolded} />
  );
  if (isFolded)
    return (
      <li className={styles.row}>
        <details>
          <summary>
            {picture}
            {/* What must not be overlooked is not folded away. */}
            <div className={styles.facts}>
              {said}
              {marks}
            </div>
          </summary>
          <div className={styles.unfolded}>
            {pyramid}
            {product.data ? <More id={productId} name={shownName(product.data)} /> : null}
            {compare}
          </div>
        </details>
      </li>
    );
  return (
    <li className={isFirst ? styles.best : styles.scent}>
      {picture}
      <div className={styles.facts}>
        {failure}
        {said}
        {pyramid}
        {marks}
        {compare}
      </div>
    </li>
  );
}

interface SaidProps extends ResultCardProps {
  product: Product | undefined;
  isLoading: boolean;
  isLink: boolean;
}

function Said({ product, isLoading, isLink, mark, reasons, reasonsLang }: SaidProps) {
  const { t } = useI18n();
  return (
    <>
      {product ? (
        <>
          <Heading product={product} mark={mark} isLink={isLink} />
          {product.description ? <p className={styles.about}>{product.description}</p> : null}
        </>
      ) : isLoading ? (
        <Skeleton lines={3} label={t("common.loading")} />
      ) : null}
      {reasons === null ? <Skeleton lines={1} /> : <Reasons reasons={reasons} lang={reasonsLang} />}
    </>
  );
}

function More({ id, name }: { id: string; name: string }) {
  const { t } = useI18n();
  return (
    <p className={styles.more}>
      <ScentLink id={id}>{t("shop.quiz.result.more", { name })}</ScentLink>
    </p>
  );
}

interface HeadingProps {
  product: Product;
  mark: string | null;
  isLink: boolean;
}

function Heading({ product, mark, isLink }: HeadingProps) {
  const name = shownName(product);
  return (
    <>
      {mark === null ? null : <p className={styles.bestMark}>{mark}</p>}
      <div className={styles.headline}>
        <h2 className={styles.name}>
          {isLink ? <ScentLink id={product.id}>{name}</ScentLink> : name}
        </h2>
        {ownName(product) === null ? null : (
          <span className={styles.number}>{product.product_id}</span>
        )}
      </div>
    </>
  );
}

interface ReasonsProps {
  reasons: readonly Reason[];
  /** Set when they are not in the page's language. */
  lang: string | undefined;
}

function Reasons({ reasons, lang }: ReasonsProps) {
  const { t } = useI18n();
  const labels = reasonLabels(reasons);
  if (labels.length === 0) return null;
  return (
    <div className={styles.reasons}>
      <span className={styles.why}>{t("shop.quiz.result.why")}</span>
      <ul className={styles.reasonList} lang={lang}>
        {labels.map((label) => (
          <li key={label} className={styles.reason}>
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}
