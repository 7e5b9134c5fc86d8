import { lazy, Suspense, use } from "react";
import { Link } from "wouter";
import type { CartItem } from "#contract/cart";
import { itemKinds, kindOfCartItem } from "#contract/item-kind";
import { formatMoney } from "../i18n/format.ts";
import { loadMessages } from "../i18n/messages.ts";
import { useI18n } from "../i18n/translate.ts";
import { Line } from "../line/Line.tsx";
import { useLoadedCart } from "./use-loaded-cart.ts";
import { useRemoval } from "./use-removal.ts";
import { useIsPayable } from "../payment/use-is-payable.ts";
import { paths } from "../paths.ts";
import { useCart } from "../stores/cart.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import styles from "./CartDrawer.module.css";
import { Sums } from "./Sums.tsx";
import { FailureNotice } from "../feedback/FailureNotice.tsx";
import { LinkButton } from "../navigation/LinkButton.tsx";
import Toasts from "../feedback/Toasts.tsx";

const TooMuch = lazy(() => import("../payment/TooMuch.tsx"));

export default function CartDrawer({ onClose }: { onClose: () => void }) {
  const { locale, t } = useI18n();
  use(loadMessages(locale, ["shop"]));
  const { cart, isKnown } = useCart();
  const { failure, setFailure, load } = useLoadedCart();
  const removal = useRemoval(setFailure);
  const isEmpty = cart.items.length === 0;
  const isPayable = useIsPayable(cart.totalPrice);
  const remove = (item: CartItem, name: string) => {
    setFailure(null);
    removal.remove(item, name);
  };
  return (
    <Dialog
      open
      side="end"
      onClose={onClose}
      title={t("common.drawer.title")}
      closeLabel={t("common.drawer.close")}
      actions={
        isEmpty || !isPayable ? null : (
          <LinkButton variant="primary" href={paths.checkout({ locale })} onClick={onClose}>
            {t("common.drawer.checkout")}
          </LinkButton>
        )
      }
    >
      {failure === null ? null : <FailureNotice error={failure} retry={load} />}
      {isEmpty && failure === null ? <NothingYet isKnown={isKnown} /> : null}
      <ul className={styles.list}>
        {cart.items.map((item) => (
          <CartLine key={item.id} item={item} onRemove={(name) => remove(item, name)} />
        ))}
      </ul>
      {isEmpty ? null : (
        <div className={styles.sums} aria-live="polite">
          <Sums total={cart.totalPrice} />
          {isPayable ? null : (
            <Suspense>
              <TooMuch />
            </Suspense>
          )}
        </div>
      )}
      <p className={styles.ways}>
        {isEmpty ? null : (
          <Link href={paths.cart({ locale })} onClick={onClose}>
            {t("common.drawer.to_cart")}
          </Link>
        )}
        <Button variant="quiet" onClick={onClose}>
          {t("common.drawer.continue")}
        </Button>
      </p>
      <Toasts isInline />
    </Dialog>
  );
}

function NothingYet({ isKnown }: { isKnown: boolean }) {
  const { t } = useI18n();
  if (!isKnown) return <Skeleton lines={3} label={t("common.loading")} />;
  return <p className={styles.soft}>{t("common.drawer.empty")}</p>;
}

function CartLine({ item, onRemove }: { item: CartItem; onRemove: (name: string) => void }) {
  const { locale, t, plural } = useI18n();
  const itemKind = kindOfCartItem(item);
  const kind = t(`shop.kinds.${itemKind}`);
  const name = `${kind} ${item.label}`;
  return (
    <li className={styles.line} data-line={item.id}>
      <Line
        {...item}
        kind={kind}
        amount={plural(`shop.cart.amount_${itemKinds[itemKind].quantityUnit}`, item.amount)}
        price={formatMoney(locale, item.price)}
      >
        <Button
          variant="quiet"
          className={styles.remove}
          onClick={() => onRemove(name)}
          aria-label={t("common.drawer.remove", { name })}
        >
          {t("shop.cart.remove")}
        </Button>
      </Line>
    </li>
  );
}
