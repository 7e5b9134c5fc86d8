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
import type { CheckoutBlock } from "./CheckoutBlocked.tsx";
import styles from "./checkout.module.css";
import { ImportantNotices } from "../../purchase/ImportantNotices.tsx";
import { InvoiceFields, type FormPartProps } from "./InvoiceFields.tsx";
import { RecipientFields } from "./RecipientFields.tsx";
import { useCheckout } from "./use-checkout.ts";
import { checkoutLimits, type CheckoutProblems } from "./validation.ts";
import { ApiError } from "../../api/api-error.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { Banner } from "./read-refusal.ts";
import { itemKinds, kindOfCartItem } from "#contract/item-kind";
import { Sums } from "../../cart/Sums.tsx";
import { Line } from "../../line/Line.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { ErrorSummary } from "../../feedback/ErrorSummary.tsx";
import { focusFirst } from "./use-checkout-form.ts";

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

/** A refusal has a reason of its own; of a failure there is no more to say than that it can be tried again. */
function saysWhy(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

export function CheckoutBanner({ banner }: { banner: Banner | null }) {
  const { locale, t } = useI18n();
  if (banner === null) return null;
  switch (banner.kind) {
    case "sign_in":
      return <Notice tone="warning">{t("shop.checkout.errors.sign_in")}</Notice>;
    case "consent":
      return <Notice tone="danger">{t("shop.checkout.errors.consent")}</Notice>;
    case "price_changed": {
      const prices = {
        before: formatMoney(locale, banner.before),
        now: formatMoney(locale, banner.now),
      };
      return <Notice tone="warning">{t("shop.checkout.errors.price_changed", prices)}</Notice>;
    }
    case "failed":
      return saysWhy(banner.error) ? (
        <FailureNotice error={banner.error} />
      ) : (
        <Notice tone="danger">{t("shop.checkout.errors.failed")}</Notice>
      );
  }
}

/** Above the form on a phone, folded to one line; where it stands beside the form, unfolded. */
function OrderSummary({ items, total }: { items: CartItem[]; total: number }) {
  const { locale, t, plural } = useI18n();
  const isWide = useMedia("(min-width: 1024px)");
  return (
    <aside className={styles.summary} aria-labelledby="order-summary">
      <details open={isWide}>
        <summary>
          <h2 id="order-summary">{t("shop.cart.summary")}</h2>
          <span className={styles.soft}>{plural("shop.cart.count", items.length)}</span>
          <span className={styles.price}>{formatMoney(locale, total)}</span>
        </summary>
        <ul className={styles.lines}>
          {items.map((item) => (
            <SummaryLine key={item.id} item={item} />
          ))}
        </ul>
        <Sums total={total} />
      </details>
    </aside>
  );
}

function SummaryLine({ item }: { item: CartItem }) {
  const { locale, t, plural } = useI18n();
  const kind = kindOfCartItem(item);
  return (
    <li>
      <Line
        {...item}
        kind={t(`shop.kinds.${kind}`)}
        amount={plural(`shop.cart.amount_${itemKinds[kind].quantityUnit}`, item.amount)}
        price={formatMoney(locale, item.price)}
      />
    </li>
  );
}

function ProblemSummary({ problems }: { problems: CheckoutProblems }) {
  const { t } = useI18n();
  return (
    <ErrorSummary
      title={t("shop.checkout.errors.summary")}
      mistakes={Object.entries(problems).map(([name, problem]) => ({
        name,
        text: t(`shop.checkout.errors.${problem}`),
      }))}
      onChoose={(name) => focusFirst([name])}
    />
  );
}
