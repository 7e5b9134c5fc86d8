import { lazy, Suspense } from "react";
import type { CartItem } from "#contract/cart";
import { useShopConfig } from "../../api/config.ts";
import { fieldErrorText } from "../../api/errors.ts";
import { DeliveryDates } from "../../delivery/DeliveryDates.tsx";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import type { CheckoutForm } from "../../payment/checkout-draft.ts";
import { PaySecurely } from "../../payment/PaySecurely.tsx";
import { useIsPayable } from "../../payment/use-is-payable.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { CheckoutBanner } from "./CheckoutBanner.tsx";
import type { CheckoutBlock } from "./CheckoutBlocked.tsx";
import styles from "./checkout.module.css";
import { ImportantNotices } from "../../purchase/ImportantNotices.tsx";
import { InvoiceFields, type FormPartProps } from "./InvoiceFields.tsx";
import { OrderSummary } from "./OrderSummary.tsx";
import { RecipientFields } from "./RecipientFields.tsx";
import { ProblemSummary } from "./ProblemSummary.tsx";
import { useCheckout } from "./use-checkout.ts";
import { checkoutLimits } from "./validation.ts";

const TooMuch = lazy(() => import("../../payment/TooMuch.tsx"));
/** For test environments only. */
const TestCardHelp = lazy(() => import("./TestCardHelp.tsx"));

interface CheckoutFormViewProps {
  items: CartItem[];
  onBlocked: (block: CheckoutBlock) => void;
}

export function CheckoutFormView({ items, onBlocked }: CheckoutFormViewProps) {
  const { t } = useI18n();
  const checkout = useCheckout(items, onBlocked);
  const { form, change, problems, refusals } = checkout;
  const problemOf = (name: keyof CheckoutForm) => {
    const refusal = refusals[name];
    if (problems[name]) return t(`shop.checkout.errors.${problems[name]}`);
    return refusal ? fieldErrorText(t, refusal) : undefined;
  };
  const fields = { form, change, problemOf };

  if (!useIsPayable(checkout.total))
    return (
      <div className={styles.columns}>
        <OrderSummary items={items} total={checkout.total} />
        <div className={styles.form}>
          <Suspense>
            <TooMuch />
          </Suspense>
          <BackToCart />
        </div>
      </div>
    );
  return (
    <div className={styles.columns}>
      <OrderSummary items={items} total={checkout.total} />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void checkout.confirm();
        }}
      >
        <ProblemSummary problems={problems} />
        <p className={styles.legend}>
          <span className={styles.mark} aria-hidden="true" />
          {t("shop.checkout.required")}
        </p>
        <RecipientFields {...fields} {...checkout.addressTab} />
        <InvoiceAndNote {...fields} />
        <PaymentMethod />
        <ImportantNotices hasConsented={checkout.hasConsented} onConsent={checkout.consent} />
        <CheckoutBanner banner={checkout.banner} />
        <Actions isProcessing={checkout.isProcessing} total={checkout.total} />
      </form>
    </div>
  );
}

function InvoiceAndNote({ form, change, problemOf }: FormPartProps) {
  const { t } = useI18n();
  return (
    <section className={styles.part}>
      <h2>{t("shop.checkout.invoice")}</h2>
      <InvoiceFields form={form} change={change} problemOf={problemOf} />
      <TextField
        label={t("shop.checkout.note")}
        name="customer_note"
        multiline
        hint={t("shop.checkout.note_hint")}
        maxLength={checkoutLimits.customer_note}
        value={form.customer_note}
        error={problemOf("customer_note")}
        onChange={(event) => change({ customer_note: event.target.value })}
      />
    </section>
  );
}

function PaymentMethod() {
  const { t } = useI18n();
  const { data: config } = useShopConfig();
  return (
    <section className={styles.part}>
      <h2>{t("shop.checkout.payment")}</h2>
      <p className={styles.method}>
        <span className={styles.methodName}>{t("shop.checkout.ecpay")}</span>
        <span className={styles.recommended}>{t("shop.checkout.recommended")}</span>
      </p>
      <p className={styles.soft}>{t("shop.checkout.cards")}</p>
      {config && config.ecpay_environment !== "production" ? (
        <Suspense>
          <TestCardHelp environment={config.ecpay_environment} />
        </Suspense>
      ) : null}
    </section>
  );
}

function Actions({ isProcessing, total }: { isProcessing: boolean; total: number }) {
  const { locale, t } = useI18n();
  return (
    <div className={styles.actions}>
      <div className={styles.trust}>
        <PaySecurely />
        <DeliveryDates paidAt={null} />
      </div>
      <Button variant="primary" type="submit" busy={isProcessing}>
        {isProcessing
          ? t("shop.checkout.processing")
          : t("shop.checkout.confirm", { total: formatMoney(locale, total) })}
      </Button>
      <BackToCart />
    </div>
  );
}

function BackToCart() {
  const { locale, t } = useI18n();
  return (
    <LinkButton variant="quiet" href={paths.cart({ locale })}>
      {t("shop.checkout.back_to_cart")}
    </LinkButton>
  );
}
