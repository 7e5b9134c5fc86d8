import { useState } from "react";
import type { CartItem } from "#contract/cart";
import { orderSumsOf } from "#contract/order-sums";
import { environments, paymentProviders, usualProvider } from "#contract/payment";
import { formatMoney, plural, t } from "../../i18n/translate.ts";
import { useShopConfig, useIsPayable } from "../../api/config.ts";
import { Sums } from "../../cart/Sums.tsx";
import { DeliveryDates } from "../../delivery/DeliveryDates.tsx";
import { ErrorSummary } from "../../feedback/ErrorSummary.tsx";
import { Lines } from "../../line/Line.tsx";
import { linesOfCart } from "../../line/line.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { PaySecurely } from "../../payment/pay.tsx";
import { ImportantNotices } from "../../purchase/ImportantNotices.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChoiceCards } from "../../ui/ChoiceCards.tsx";
import { Notice } from "../../ui/Notice.tsx";
import fold from "../../ui/fold.module.css";
import { useMedia } from "../../ui/use-media.ts";
import type { CheckoutBlock } from "./CheckoutBlocked.tsx";
import { InvoiceFields, RecipientFields } from "./CheckoutFields.tsx";
import fieldStyles from "../../ui/form.module.css";
import styles from "./checkout.module.css";
import type { CheckoutFields } from "./use-checkout-form.ts";
import { useCheckout } from "./use-checkout.ts";
import { late } from "../../ui/late.tsx";

const AddressDialog = late(() => import("../../account/AddressDialog.tsx"));
const TooMuch = late(() => import("../../payment/TooMuch.tsx"));
const TestCardHelp = late(() => import("./TestCardHelp.tsx"));

interface CheckoutFormViewProps {
  items: CartItem[];
  onBlocked: (block: CheckoutBlock) => void;
}

export function CheckoutFormView({ items, onBlocked }: CheckoutFormViewProps) {
  const checkout = useCheckout(items, onBlocked);
  const { fields, errors, banner, isProcessing } = checkout;
  const [isAdding, setAdding] = useState(false);

  if (!useIsPayable(checkout.sums.total))
    return (
      <div className={styles.form}>
        <TooMuch />
        <BackToCart />
      </div>
    );
  return (
    <>
      <form
        className={styles.form}
        data-checkout=""
        noValidate
        onSubmit={(event) => void checkout.confirm(event)}
      >
        <ErrorSummary
          title={t("shop.checkout.errors.summary")}
          mistakes={Object.entries(errors).map(([name, text]) => ({ name, text }))}
        />
        <p className={`soft ${styles.legend}`}>
          <span className={fieldStyles.mark} aria-hidden="true" />
          {t("shop.checkout.required")}
        </p>
        <RecipientFields fields={fields} onAddAddress={() => setAdding(true)} />
        <InvoiceFields fields={fields} />
        <PaymentMethod fields={fields} />
        <ImportantNotices hasConsented={checkout.hasConsented} onConsent={checkout.consent} />
        {banner === null ? null : (
          <Notice tone={banner.tone}>
            {banner.isConsent ? banner.text : <p>{banner.text}</p>}
          </Notice>
        )}
        <div className={`cluster ${styles.actions}`}>
          <div className={`soft ${styles.trust}`}>
            <PaySecurely />
            <DeliveryDates paidAt={null} />
          </div>
          <Button variant="primary" type="submit" busy={isProcessing}>
            {isProcessing
              ? t("shop.checkout.processing")
              : t("shop.checkout.confirm", { total: formatMoney(checkout.sums.total) })}
          </Button>
          <BackToCart />
        </div>
      </form>
      {isAdding ? (
        <AddressDialog
          title={t("shop.checkout.address.add")}
          label={t("shop.checkout.address.field")}
          action={t("shop.checkout.address.confirm")}
          onClose={() => setAdding(false)}
          onSaved={(customer_address) => {
            fields.openAddressTab("saved");
            fields.change({ customer_address });
            setAdding(false);
          }}
          // The specification asks for an alert; the reason stays in the dialog.
          onFailed={() => alert(t("shop.checkout.address.add_failed"))}
        />
      ) : null}
    </>
  );
}

function PaymentMethod({ fields: { values, change } }: { fields: CheckoutFields }) {
  const { data: config } = useShopConfig();
  const offered = config?.pay_types ?? [usualProvider];
  const options = paymentProviders
    .filter((value) => offered.includes(value))
    .map((value) => ({ value, title: t(`shop.checkout.${value}`) }));
  const environment = config && environments[config.ecpay_environment];
  const isUsual = values.pay_type === usualProvider;
  return (
    <section className={`stack ${styles.part}`}>
      <h2>{t("shop.checkout.payment")}</h2>
      {options.length > 1 ? (
        <ChoiceCards
          legend={t("shop.checkout.payment")}
          name="pay_type"
          options={options}
          value={values.pay_type}
          onChange={(pay_type) => change({ pay_type })}
        />
      ) : (
        <p className={`line ${styles.method}`}>
          {options[0]?.title} <small className="soft">{t("shop.checkout.recommended")}</small>
        </p>
      )}
      {isUsual ? <p className="soft">{t("shop.checkout.cards")}</p> : null}
      {isUsual && environment && !environment.isRealMoney ? (
        <TestCardHelp isStage={environment.isPublished} />
      ) : null}
    </section>
  );
}

function BackToCart() {
  return (
    <LinkButton variant="quiet" href={paths.cart()}>
      {t("shop.checkout.back_to_cart")}
    </LinkButton>
  );
}

export function OrderSummary({ items }: { items: readonly CartItem[] }) {
  const isWide = useMedia("(min-width: 768px)");
  const sums = orderSumsOf(items);
  return (
    <aside className={`sheet ${styles.summary}`} aria-labelledby="order-summary">
      <details className={fold.fold} open={isWide}>
        <summary>
          <h2 id="order-summary">{t("shop.cart.summary")}</h2>
          <span className="soft">{plural("shop.cart.count", items.length)}</span>
          <span className="figure">{formatMoney(sums.total)}</span>
        </summary>
        <Lines of={linesOfCart(items)} />
        <Sums sums={sums} />
      </details>
    </aside>
  );
}
