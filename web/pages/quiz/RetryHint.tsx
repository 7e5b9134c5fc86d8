import { useProduct } from "../../api/products.ts";
import { useI18n } from "../../i18n/translate.ts";
import { shownName } from "../../scent/product-name.ts";
import { Notice } from "../../ui/Notice.tsx";
import styles from "./quiz.module.css";

interface RetryHintProps {
  isRetry: boolean;
  selectedProduct: string | null;
}

/** What is there already: the answers of an earlier quiz, or a scent to keep, or both. */
export function RetryHint({ isRetry, selectedProduct }: RetryHintProps) {
  const { t } = useI18n();
  const { data: kept } = useProduct(selectedProduct);
  if (!isRetry && kept === undefined) return null;
  return (
    <Notice tone="info" className={styles.hint}>
      {isRetry ? <p>{t("shop.quiz.retry.filled")}</p> : null}
      {kept === undefined ? null : (
        <p>{t(`shop.quiz.retry.${isRetry ? "kept" : "chosen"}`, { name: shownName(kept) })}</p>
      )}
    </Notice>
  );
}
