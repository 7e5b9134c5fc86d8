import { lazy, Suspense } from "react";
import type { Cart } from "#contract/cart";
import { Sums } from "../../cart/Sums.tsx";
import { DeliveryDates } from "../../delivery/DeliveryDates.tsx";
import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { useIsPayable } from "../../payment/use-is-payable.ts";
import { paths } from "../../paths.ts";
import styles from "./cart.module.css";

const TooMuch = lazy(() => import("../../payment/TooMuch.tsx"));

export function CartSummary({ cart }: { cart: Cart }) {
  const { locale, t, plural } = useI18n();
  return (
    <aside className={styles.summary} aria-label={t("shop.cart.summary")}>
      <p className={styles.count} aria-live="polite">
        {plural("shop.cart.count", cart.totalItems)}
      </p>
      <Sums total={cart.totalPrice} />
      <div className={styles.delivery}>
        <DeliveryDates paidAt={null} />
      </div>
      {useIsPayable(cart.totalPrice) ? (
        <LinkButton variant="primary" href={paths.checkout({ locale })}>
          {t("shop.cart.checkout")}
        </LinkButton>
      ) : (
        <Suspense>
          <TooMuch />
        </Suspense>
      )}
      <LinkButton variant="quiet" href={paths.home({ locale })}>
        {t("shop.cart.continue")}
      </LinkButton>
    </aside>
  );
}
