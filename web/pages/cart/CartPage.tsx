import { lazy, useState } from "react";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { TaskDialog } from "../../feedback/TaskDialog.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { Page } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { useCart } from "../../stores/cart.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { CartCard } from "./CartCard.tsx";
import { CartSummary } from "./CartSummary.tsx";
import styles from "./cart.module.css";
import { setNumbers } from "../../cart/cart-item.ts";
import { useLoadedCart } from "../../cart/use-loaded-cart.ts";
import { useRemoval } from "../../cart/use-removal.ts";

const SidePortrait = lazy(() => import("../../scent/SidePortrait.tsx"));

export default function CartPage() {
  const { t } = useI18n();
  const { cart, isKnown } = useCart();
  const { failure, setFailure, load } = useLoadedCart();
  const [isClearing, setClearing] = useState(false);
  const removal = useRemoval(setFailure);
  const numbers = setNumbers(cart.items);
  const isEmpty = cart.items.length === 0;
  const clear = () => {
    setClearing(false);
    setFailure(null);
    removal.clear();
  };
  return (
    <Page
      title={t("shop.cart.title")}
      intro={t("shop.cart.intro")}
      width="wide"
      className={styles.page}
    >
      {failure === null ? null : <FailureNotice error={failure} retry={load} />}
      {isEmpty && failure === null ? <NothingYet isKnown={isKnown} /> : null}
      {isEmpty ? null : (
        <div className={styles.columns}>
          <div className={styles.lines}>
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
            <Button variant="quiet" onClick={() => setClearing(true)}>
              {t("shop.cart.clear")}
            </Button>
          </div>
          <CartSummary cart={cart} />
        </div>
      )}
      <TaskDialog
        open={isClearing}
        title={t("shop.cart.clear_title")}
        action={t("shop.cart.clear")}
        variant="danger"
        onClose={() => setClearing(false)}
        onDo={clear}
      >
        <p>{t("shop.cart.clear_text")}</p>
      </TaskDialog>
    </Page>
  );
}

function NothingYet({ isKnown }: { isKnown: boolean }) {
  const { locale, t } = useI18n();
  if (!isKnown) return <Skeleton lines={6} label={t("common.loading")} />;
  return (
    <EmptyState
      picture={<SidePortrait />}
      title={t("shop.cart.empty_title")}
      actions={
        <LinkButton variant="primary" href={paths.fragranceQuiz({ locale })}>
          {t("shop.cart.to_quiz")}
        </LinkButton>
      }
    >
      {t("shop.cart.empty_text")}
    </EmptyState>
  );
}
