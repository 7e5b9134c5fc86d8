import { lazy, Suspense, useState } from "react";
import type { CartItem } from "#contract/cart";
import { useShopConfig, useIsPayable } from "../../api/config.ts";
import { ApiError } from "../../api/errors.ts";
import { DeliveryDates } from "../../delivery/DeliveryDates.tsx";
import { ErrorSummary } from "../../feedback/ErrorSummary.tsx";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { PaySecurely } from "../../payment/PaySecurely.tsx";
import { ImportantNotices } from "../../purchase/ImportantNotices.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { CheckoutBlock } from "./CheckoutBlocked.tsx";
import { OrderSummary } from "./OrderSummary.tsx";
import { RecipientFields } from "./RecipientFields.tsx";
import styles from "./checkout.module.css";
import type { Banner } from "./read-refusal.ts";
import { focusFirst, type CheckoutFields } from "./use-checkout-form.ts";
import { useCheckout } from "./use-checkout.ts";
import type { CheckoutForm } from "../../payment/checkout-draft.ts";
import { ChoiceCards } from "../../ui/ChoiceCards.tsx";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import { onlyCarrierSigns, onlyTaxIdDigits } from "./checkout-fields.ts";

const AddressDialog = lazy(() => import("../../account/AddressDialog.tsx"));
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
  const { fields, problems } = checkout;
  /** Once asked for, the dialog stays with what was typed. */
  const [adding, setAdding] = useState<"never" | "open" | "closed">("never");

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
        <ErrorSummary
          title={t("shop.checkout.errors.summary")}
          mistakes={Object.entries(problems).map(([name, problem]) => ({
            name,
            text: t(`shop.checkout.errors.${problem}`),
          }))}
          onChoose={(name) => focusFirst([name])}
        />
        <p className={styles.legend}>
          <span className={styles.mark} aria-hidden="true" />
          {t("shop.checkout.required")}
        </p>
        <RecipientFields fields={fields} onAddAddress={() => setAdding("open")} />
        <InvoiceFields fields={fields} />
        <PaymentMethod />
        <ImportantNotices hasConsented={checkout.hasConsented} onConsent={checkout.consent} />
        <CheckoutBanner banner={checkout.banner} />
        <Actions isProcessing={checkout.isProcessing} total={checkout.total} />
      </form>
      {adding === "never" ? null : (
        <Suspense>
          <AddressDialog
            open={adding === "open"}
            title={t("shop.checkout.address.add")}
            label={t("shop.checkout.address.field")}
            action={t("shop.checkout.address.confirm")}
            onClose={() => setAdding("closed")}
            onSaved={(customer_address) => {
              fields.addressTab.open("saved");
              fields.change({ customer_address });
              setAdding("closed");
            }}
            // The specification asks for an alert; the reason stays in the dialog.
            onFailed={() => alert(t("shop.checkout.address.add_failed"))}
          />
        </Suspense>
      )}
    </div>
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

function InvoiceFields({ fields }: { fields: CheckoutFields }) {
  const { t } = useI18n();
  const { form, change, field, text } = fields;
  return (
    <section className={styles.part}>
      <h2>{t("shop.checkout.invoice")}</h2>
      <ChoiceCards
        legend={t("shop.checkout.invoice_type")}
        name="invoice_type"
        value={form.invoice_type}
        options={[
          {
            value: "B2C",
            title: t("shop.checkout.invoice_b2c"),
            text: t("shop.checkout.invoice_b2c_text"),
          },
          {
            value: "B2B",
            title: t("shop.checkout.invoice_b2b"),
            text: t("shop.checkout.invoice_b2b_text"),
          },
        ]}
        onChange={(invoice_type) => change({ invoice_type })}
      />
      {form.invoice_type === "B2B" ? (
        <TextField
          {...field("tax_id")}
          label={t("shop.checkout.tax_id")}
          inputMode="numeric"
          autoComplete="off"
          required
          onChange={(event) => change({ tax_id: onlyTaxIdDigits(event.target.value) })}
        />
      ) : (
        <CarrierFields {...fields} />
      )}
      <TextField
        {...text("customer_note")}
        label={t("shop.checkout.note")}
        multiline
        hint={t("shop.checkout.note_hint")}
      />
    </section>
  );
}

function CarrierFields({ form: { carrier_type: type }, change, field }: CheckoutFields) {
  const { t } = useI18n();
  return (
    <>
      <SelectField
        {...field("carrier_type")}
        label={t("shop.checkout.carrier.label")}
        options={[
          { value: "", label: t("shop.checkout.carrier.none") },
          { value: "mobile_barcode", label: t("shop.checkout.carrier.mobile_barcode") },
          { value: "citizen_certificate", label: t("shop.checkout.carrier.citizen_certificate") },
        ]}
        onChange={(event) => {
          const carrier_type = event.target.value as CheckoutForm["carrier_type"];
          change({ carrier_type, carrier_num: "" });
        }}
      />
      {type === "" ? null : (
        <TextField
          {...field("carrier_num")}
          label={t(`shop.checkout.carrier.${type}`)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          hint={t(`shop.checkout.carrier.${type}_hint`)}
          onChange={(event) => change({ carrier_num: onlyCarrierSigns(event.target.value, type) })}
        />
      )}
    </>
  );
}
