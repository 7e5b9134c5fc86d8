import { useProduct } from "../../api/products.ts";
import { useI18n } from "../../i18n/translate.ts";
import { shownName } from "../../scent/product-name.ts";
import { Notice } from "../../ui/Notice.tsx";
import styles from "./quiz.module.css";

export function RetryHint({ selectedProduct }: { selectedProduct: string | null }) {
  const { t } = useI18n();
  return (
    <Notice tone="info" className={styles.hint}>
      <p>{t("shop.quiz.retry.filled")}</p>
      {selectedProduct === null ? null : <KeptScent productId={selectedProduct} />}
    </Notice>
  );
}

function KeptScent({ productId }: { productId: string }) {
  const { t } = useI18n();
  const { data } = useProduct(productId);
  return data === undefined ? null : <p>{t("shop.quiz.retry.kept", { name: shownName(data) })}</p>;
}
