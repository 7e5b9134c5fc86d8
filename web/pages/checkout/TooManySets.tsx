import type { CartItem } from "#contract/cart";
import { localeTable } from "#contract/locales";
import { quizSetsOf, useRemoval } from "../../cart/cart-lines.ts";
import { useLocation } from "wouter";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { paths } from "../../paths.ts";
import { ProductNames } from "../../scent/ProductNames.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./checkout.module.css";

interface TooManySetsProps {
  items: readonly CartItem[];
  /** Of the last choice; it outlives this list, which goes as soon as one set is left. */
  failure: unknown;
  onFailure: (error: unknown) => void;
}

/** Stands before the form: one set is kept, the others leave the cart and can be put back. */
export default function TooManySets({ items, failure, onFailure }: TooManySetsProps) {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const toCart = () => navigate(paths.cart({ locale }));
  const removal = useRemoval(onFailure);
  const sets = quizSetsOf(items);
  const names = new Map(
    sets.map(({ id }, index) => [id, t("shop.cart.set_number", { number: index + 1 })]),
  );
  const keep = (kept: CartItem) => {
    onFailure(null);
    const others = sets.filter((set) => set !== kept);
    const removed = others.map(({ id }) => names.get(id)).join(localeTable[locale].separators.name);
    removal.removeAll(others, removed);
  };
  return (
    <Dialog
      open
      title={t("shop.checkout.blocked.too_many_title")}
      closeLabel={t("shop.checkout.back_to_cart")}
      onClose={toCart}
      actions={
        <Button variant="quiet" onClick={toCart}>
          {t("shop.checkout.back_to_cart")}
        </Button>
      }
    >
      <p>{t("shop.checkout.blocked.too_many_text", { count: sets.length })}</p>
      {failure === null ? null : <FailureNotice error={failure} />}
      <ul className={styles.sets}>
        {sets.map((set) => (
          <SetCard key={set.id} set={set} name={names.get(set.id) ?? ""} onKeep={() => keep(set)} />
        ))}
      </ul>
    </Dialog>
  );
}

function SetCard({ set, name, onKeep }: { set: CartItem; name: string; onKeep: () => void }) {
  const { locale, t } = useI18n();
  return (
    <li className={styles.set} data-line={set.id}>
      <div className={styles.setHead}>
        <h3>{name}</h3>
        <span className={styles.price}>{formatMoney(locale, set.price)}</span>
      </div>
      <p className={styles.soft}>{set.userAnswer}</p>
      <div>
        <ProductNames ids={set.productIds} label={set.label} hasPortraits />
      </div>
      <Button onClick={onKeep} aria-label={t("shop.checkout.blocked.keep_named", { name })}>
        {t("shop.checkout.blocked.keep")}
      </Button>
    </li>
  );
}
