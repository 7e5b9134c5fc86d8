import { productNotesOf, type RecommendedProduct } from "../../api/orders.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { ownName } from "../../scent/product-name.ts";
import { LazyPortrait } from "../../scent/ProductPortrait.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./reorder.module.css";

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
