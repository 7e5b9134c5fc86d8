import { useLocation } from "wouter";
import { productsPerSet } from "#contract/limits";
import { setPriceTwd } from "#contract/money";
import { addToCart } from "../../api/cart.ts";
import { useProduct } from "../../api/products.ts";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useWork } from "../../feedback/use-work.ts";
import { paths } from "../../paths.ts";
import { ProductPortrait } from "../../scent/ProductPortrait.tsx";
import { shownName } from "../../scent/product-name.ts";
import type { KeptRecommendations } from "./recommendations-store.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./result.module.css";

export function SetOffer({ kept }: { kept: KeptRecommendations }) {
  const { locale, t, plural } = useI18n();
  const [, navigate] = useLocation();
  const { isBusy, failure, run } = useWork();
  const itemType = kept.personal_option ?? "SAMPLE_PAPER";
  const count = kept.products_id.length;
  const ids = kept.products_id.slice(0, productsPerSet[itemType]);
  const add = async () => {
    await addToCart({
      productIds: ids,
      itemType,
      type: "SAMPLE",
      surveyResponseId: kept.survey_response_id,
      userAnswer: kept.user_answer,
    });
    navigate(paths.cart({ locale }));
  };
  return (
    <section className={styles.offer} aria-label={t(`shop.quiz.result.set.${itemType}`)}>
      {failure === null ? null : (
        <FailureNotice
          className={styles.offerFailure}
          title={t("shop.quiz.failed.cart")}
          error={failure}
        />
      )}
      <div>
        <h2 className={styles.offerTitle}>{t(`shop.quiz.result.set.${itemType}`)}</h2>
        <p className={styles.offerText}>
          {count < productsPerSet[itemType] && kept.refusals !== undefined
            ? plural("shop.refusals.short_set", count)
            : t(`shop.quiz.result.set_text.${itemType}`)}
        </p>
      </div>
      <ul className={styles.offerSet}>
        {ids.map((id) => (
          <Named key={id} id={id} />
        ))}
      </ul>
      <strong className={styles.price}>{formatMoney(locale, setPriceTwd)}</strong>
      <Button variant="primary" busy={isBusy} onClick={() => void run(add)}>
        {t("shop.quiz.result.add")}
      </Button>
    </section>
  );
}

/** What the set holds, on a screen with room for it. */
function Named({ id }: { id: string }) {
  const { data: product } = useProduct(id);
  return (
    <li className={styles.offerScent}>
      <ProductPortrait productId={id} size="thumb" />
      {product === undefined ? null : shownName(product)}
    </li>
  );
}
