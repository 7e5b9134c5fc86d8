import {
  productNotesOf,
  type OrderRecommendations,
  type RecommendedProduct,
} from "../../api/orders.ts";
import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { NotePyramid } from "../../scent/NotePyramid.tsx";
import { hasNotes } from "../../scent/painted-notes.ts";
import { ownName } from "../../scent/product-name.ts";
import { LazyPortrait } from "../../scent/ProductPortrait.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./reorder.module.css";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";

interface RecommendationDialogProps {
  found: OrderRecommendations;
  onPick: (product: RecommendedProduct) => void;
  onClose: () => void;
}

export function RecommendationDialog({ found, onPick, onClose }: RecommendationDialogProps) {
  const { locale, t } = useI18n();
  const isEmpty = found.products.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("shop.reorder.list_title")}
      closeLabel={t("common.close")}
      actions={
        <LinkButton
          variant="quiet"
          href={paths.fragranceQuiz({ locale, retryFrom: found.response_id ?? undefined })}
        >
          {t("shop.reorder.explore")}
        </LinkButton>
      }
    >
      <p>{t(isEmpty ? "shop.reorder.none" : "shop.reorder.list_intro")}</p>
      <ul className={styles.products}>
        {found.products.map((product) => (
          <li key={product.id}>
            <Product product={product} onPick={() => onPick(product)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Product({ product, onPick }: { product: RecommendedProduct; onPick: () => void }) {
  const { t } = useI18n();
  const notes = productNotesOf(product);
  const name = ownName(product);
  return (
    <article className={styles.product} aria-label={name ?? product.product_number}>
      <LazyPortrait productId={product.id} notes={notes} size="thumb" />
      <h3 className={styles.name}>
        {name ?? product.product_number}{" "}
        {name === null ? null : <span className={styles.number}>{product.product_number}</span>}
      </h3>
      {hasNotes(notes) ? (
        <div className={styles.notes}>
          <NotePyramid notes={notes} />
        </div>
      ) : null}
      <Button variant="secondary" className={styles.pick} onClick={onPick}>
        {t("shop.reorder.choose", { name: name ?? product.product_number })}
      </Button>
    </article>
  );
}

interface SatisfactionDialogProps {
  product: RecommendedProduct;
  responseId: string | null;
  isBusy: boolean;
  failure: unknown;
  onSatisfied: () => void;
  onCancel: () => void;
}

export function SatisfactionDialog({
  product,
  responseId,
  isBusy,
  failure,
  onSatisfied,
  onCancel,
}: SatisfactionDialogProps) {
  const { locale, t } = useI18n();
  const name = ownName(product);
  return (
    <Dialog
      open
      onClose={onCancel}
      title={t("shop.reorder.satisfied_title")}
      closeLabel={t("common.close")}
      actions={
        <>
          <Button variant="quiet" onClick={onCancel}>
            {t("common.cancel")}
          </Button>
          <LinkButton href={paths.fragranceQuiz({ locale, retryFrom: responseId ?? undefined })}>
            {t("shop.reorder.unsatisfied")}
          </LinkButton>
          <Button variant="primary" busy={isBusy} onClick={onSatisfied}>
            {t("shop.reorder.satisfied")}
          </Button>
        </>
      }
    >
      <p className={styles.chosen}>
        <LazyPortrait productId={product.id} notes={productNotesOf(product)} size="thumb" />
        <span>
          <span className={styles.name}>
            {name ?? product.product_number}{" "}
            {name === null ? null : <span className={styles.number}>{product.product_number}</span>}
          </span>
          <span className={styles.soft}>{t("shop.reorder.satisfied_text")}</span>
        </span>
      </p>
      <p className={styles.ways}>
        <LinkButton
          variant="quiet"
          href={paths.fragranceQuiz({
            locale,
            retryFrom: responseId ?? undefined,
            selectedProduct: product.id,
          })}
        >
          {t("shop.reorder.keep_exploring")}
        </LinkButton>
      </p>
      {failure === null ? null : (
        <FailureNotice title={t("shop.reorder.member_failed")} error={failure} />
      )}
    </Dialog>
  );
}
