import { useEffect, useState } from "react";
import { loadCart } from "../../api/cart.ts";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { LinkButton } from "../../layout/LinkButton.tsx";
import { Page } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { useCart } from "../../stores/cart.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { CartCard } from "./CartCard.tsx";
import styles from "./cart.module.css";
import { setNumbers } from "./cart-item.ts";
import { useRemoval } from "./use-removal.ts";

export default function CartPage() {
  const { locale, t, plural } = useI18n();
  const cart = useCart((state) => state.cart);
  const [failure, setFailure] = useState<unknown>(null);
  const [isClearing, setClearing] = useState(false);

  const [isLoaded, setLoaded] = useState(false);
  const removal = useRemoval(setFailure);

  // The copy shows at once; the server's cart replaces it as soon as it answers.
  const load = () => {
    setFailure(null);
    void loadCart()
      .catch(setFailure)
      .finally(() => setLoaded(true));
  };
  useEffect(load, []);

  const numbers = setNumbers(cart.items);
  const isEmpty = cart.items.length === 0;
  return (
    <Page title={t("shop.cart.title")} width="wide">
      {failure === null ? null : <FailureNotice error={failure} retry={load} />}
      {isEmpty && !isLoaded ? <Skeleton lines={6} label={t("common.loading")} /> : null}
      {isEmpty && isLoaded ? (
        <EmptyState
          title={t("shop.cart.empty_title")}
          actions={
            <LinkButton variant="primary" href={paths.fragranceQuiz({ locale })}>
              {t("shop.cart.to_quiz")}
            </LinkButton>
          }
        >
          {t("shop.cart.empty_text")}
        </EmptyState>
      ) : null}
      {isEmpty ? null : (
        <div className={styles.columns}>
          <ul className={styles.list}>
            {cart.items.map((item) => (
              <CartCard
                key={item.id}
                item={item}
                setNumber={numbers.get(item.id)}
                onRemove={(name) => {
                  setFailure(null);
                  removal.remove(item, name);
                }}
              />
            ))}
          </ul>
          <aside className={styles.summary} aria-label={t("shop.cart.summary")}>
            <p className={styles.count} aria-live="polite">
              {plural("shop.cart.count", cart.totalItems)}
            </p>
            <p className={styles.total}>
              <span>{t("shop.cart.total")}</span>
              <strong>{formatMoney(locale, cart.totalPrice)}</strong>
            </p>
            <p className={styles.shipping}>{t("shop.cart.shipping_later")}</p>
            <LinkButton variant="primary" href={paths.checkout({ locale })}>
              {t("shop.cart.checkout")}
            </LinkButton>
            <LinkButton variant="secondary" href={paths.home({ locale })}>
              {t("shop.cart.continue")}
            </LinkButton>
            <Button variant="quiet" onClick={() => setClearing(true)}>
              {t("shop.cart.clear")}
            </Button>
          </aside>
        </div>
      )}
      <Dialog
        open={isClearing}
        onClose={() => setClearing(false)}
        title={t("shop.cart.clear_title")}
        closeLabel={t("common.close")}
        actions={
          <>
            <Button variant="secondary" onClick={() => setClearing(false)}>
              {t("common.cancel")}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setClearing(false);
                setFailure(null);
                removal.clear();
              }}
            >
              {t("shop.cart.clear")}
            </Button>
          </>
        }
      >
        <p>{t("shop.cart.clear_text")}</p>
      </Dialog>
    </Page>
  );
}
