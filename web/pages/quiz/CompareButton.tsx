import { useProduct } from "../../api/products.ts";
import { useI18n } from "../../i18n/translate.ts";
import { shownName } from "../../scent/product-name.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./result.module.css";

export interface Comparison {
  first: string | null;
  canCompare: boolean;
  pick(productId: string): void;
}

interface CompareButtonProps {
  productId: string;
  name: string;
  comparison: Comparison;
}

export function CompareButton({
  productId,
  name,
  comparison: { first, canCompare, pick },
}: CompareButtonProps) {
  const { t } = useI18n();
  const { data: other } = useProduct(first ?? productId);
  if (!canCompare) return null;
  const isPicked = first === productId;
  const isSecond = first !== null && !isPicked && other !== undefined;
  const text = isSecond
    ? t("shop.quiz.compare.with", { name: shownName(other) })
    : t(isPicked ? "shop.quiz.compare.picked" : "shop.quiz.compare.pick");
  return (
    <div className={styles.compareButton}>
      <Button
        variant={isPicked ? "secondary" : "quiet"}
        aria-pressed={isSecond ? undefined : isPicked}
        aria-haspopup={isSecond ? "dialog" : undefined}
        aria-label={t("shop.quiz.compare.label", { action: text, name })}
        onClick={() => pick(productId)}
      >
        {text}
      </Button>
    </div>
  );
}
