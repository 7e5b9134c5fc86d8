import { useState } from "react";
import type { Cart, CartItem } from "#contract/cart";
import { orderSumsOf } from "#contract/order-sums";
import { plural, t } from "../../i18n/translate.ts";
import { useIsPayable } from "../../api/config.ts";
import { Sums } from "../../cart/Sums.tsx";
import { setNumbers, useLoadedCart, useRemoval } from "../../cart/cart-lines.ts";
import { DeliveryDates } from "../../delivery/DeliveryDates.tsx";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { TaskDialog } from "../../feedback/TaskDialog.tsx";
import { formatDateTime } from "../../i18n/dates.ts";
import { Page } from "../../layout/Page.tsx";
import { Line, Lines } from "../../line/Line.tsx";
import { lineOfCart } from "../../line/line.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import TooMuch from "../../payment/TooMuch.tsx";
import { useCart } from "../../stores/cart.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Without } from "../../refusals/Without.tsx";
import { SidePortrait } from "../../scent/ProductPortrait.tsx";
import styles from "./cart.module.css";

export default function CartPage() {
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
      <FailureNotice error={failure} retry={load} />
      {isEmpty && failure === null ? <NothingYet isKnown={isKnown} /> : null}
      {isEmpty ? null : (
        <div className={styles.columns}>
          <div className={styles.lines}>
            <Lines>
              {cart.items.map((item) => (
                <CartCard
                  key={item.id}
                  item={item}
                  setNumber={numbers.get(item.id)}
                  onRemove={(name) => {
                    setFailure(null);
                    removal.remove([item], name);
                  }}
                />
              ))}
            </Lines>
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
  if (!isKnown) return <Skeleton lines={6} label={t("common.loading")} />;
  return (
    <EmptyState
      picture={<SidePortrait />}
      title={t("shop.cart.empty_title")}
      actions={
        <>
          <LinkButton variant="primary" href={paths.fragranceQuiz()}>
            {t("shop.cart.to_quiz")}
          </LinkButton>
          <LinkButton href={paths.scents()}>{t("common.all_scents")}</LinkButton>
        </>
      }
    >
      {t("shop.cart.empty_text")}
    </EmptyState>
  );
}

function CartSummary({ cart }: { cart: Cart }) {
  return (
    <aside className={classNames("sheet", styles.summary)} aria-label={t("shop.cart.summary")}>
      <p className={styles.count} aria-live="polite">
        {plural("shop.cart.count", cart.totalItems)}
      </p>
      <Sums sums={orderSumsOf(cart.items)} />
      <div className="soft">
        <DeliveryDates paidAt={null} />
      </div>
      {useIsPayable(cart.totalPrice) ? (
        <LinkButton variant="primary" href={paths.checkout()}>
          {t("shop.cart.checkout")}
        </LinkButton>
      ) : (
        <TooMuch />
      )}
      <LinkButton variant="quiet" href={paths.home()}>
        {t("shop.cart.continue")}
      </LinkButton>
    </aside>
  );
}

interface CartCardProps {
  item: CartItem;
  /** Undefined for other lines than quiz sets. */
  setNumber: number | undefined;
  onRemove: (name: string) => void;
}

function CartCard({ item, setNumber, onRemove }: CartCardProps) {
  const { userAnswer, itemType, createdAt } = item;
  const set =
    setNumber === undefined ? undefined : t("shop.cart.set_number", { number: setNumber });
  return (
    <Line
      line={lineOfCart(item)}
      called={set}
      names="h2"
      before={
        <>
          {userAnswer ? (
            <p className={styles.answer}>
              <span className={styles.label}>{t("shop.cart.your_answer")}</span> {userAnswer}
            </p>
          ) : null}
          <Without refusals={item.without} />
        </>
      }
      after={
        <p className={classNames("soft cluster", styles.faint)}>
          <span>{t("shop.cart.unit", { unit: t(`shop.cart.units.${itemType}`) })}</span>
          <span>
            {`${t("shop.cart.added")} `}
            <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          </span>
        </p>
      }
      remove={{ label: (name) => t("shop.cart.remove_named", { name }), run: onRemove }}
    />
  );
}
