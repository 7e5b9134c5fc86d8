import type { CartItem } from "#contract/cart";
import { useShopConfig } from "../../api/config.ts";
import { useCheckoutTexts } from "../../api/custom-texts.ts";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { LinkButton } from "../../layout/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { ChoiceCards } from "../../ui/ChoiceCards.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { AddressPicker } from "./AddressPicker.tsx";
import styles from "./checkout.module.css";
import { ConsentField } from "./ConsentField.tsx";
import { OrderSummary } from "./OrderSummary.tsx";
import { TestCardHelp } from "./TestCardHelp.tsx";
import { useCheckout, type Banner } from "./use-checkout.ts";
import { checkoutLimits, onlyTaxIdDigits, type CheckoutForm } from "./validation.ts";

export function CheckoutFormView({ items }: { items: CartItem[] }) {
  const { locale, t } = useI18n();
  const { form, change, problems, hasConsented, setConsented, isProcessing, banner, total, confirm } = useCheckout(items);
  const texts = useCheckoutTexts(locale).data ?? {};
  const { data: config } = useShopConfig();
  const problemOf = (name: keyof CheckoutForm) => (problems[name] ? t(`shop.checkout.errors.${problems[name]}`) : undefined);
  const notices = (texts["checkout_important_notices"] ?? t("shop.checkout.notices.default"))
    .split("\n")
    .filter((line) => line.trim() !== "");

  return (
    <div className={styles.columns}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <section className={styles.part}>
          <h2>{t("shop.checkout.recipient")}</h2>
          <TextField
            label={t("shop.checkout.name")}
            name="customer_name"
            autoComplete="name"
            required
            maxLength={checkoutLimits.customer_name}
            value={form.customer_name}
            error={problemOf("customer_name")}
            onChange={(event) => change({ customer_name: event.target.value })}
          />
          <TextField
            label={t("shop.checkout.phone")}
            name="customer_phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            maxLength={checkoutLimits.customer_phone}
            value={form.customer_phone}
            error={problemOf("customer_phone")}
            onChange={(event) => change({ customer_phone: event.target.value })}
          />
          <TextField
            label={t("shop.checkout.email")}
            name="customer_email"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            maxLength={checkoutLimits.customer_email}
            value={form.customer_email}
            error={problemOf("customer_email")}
            onChange={(event) => change({ customer_email: event.target.value })}
          />
          <AddressPicker
            address={form.customer_address}
            error={problemOf("customer_address")}
            onChange={(customer_address) => change({ customer_address })}
          />
        </section>

        <section className={styles.part}>
          <h2>{t("shop.checkout.invoice")}</h2>
          <ChoiceCards
            legend={t("shop.checkout.invoice_type")}
            name="invoice_type"
            value={form.invoice_type}
            options={[
              { value: "B2C", title: t("shop.checkout.invoice_b2c"), text: t("shop.checkout.invoice_b2c_text") },
              { value: "B2B", title: t("shop.checkout.invoice_b2b"), text: t("shop.checkout.invoice_b2b_text") },
            ]}
            onChange={(value) => change({ invoice_type: value === "B2B" ? "B2B" : "B2C" })}
          />
          {form.invoice_type === "B2B" ? (
            <TextField
              label={t("shop.checkout.tax_id")}
              name="tax_id"
              inputMode="numeric"
              required
              value={form.tax_id}
              error={problemOf("tax_id")}
              onChange={(event) => change({ tax_id: onlyTaxIdDigits(event.target.value) })}
            />
          ) : null}
          <TextField
            label={t("shop.checkout.note")}
            name="customer_note"
            multiline
            hint={t("shop.checkout.note_hint")}
            maxLength={checkoutLimits.customer_note}
            value={form.customer_note}
            onChange={(event) => change({ customer_note: event.target.value })}
          />
        </section>

        <section className={styles.part}>
          <h2>{t("shop.checkout.payment")}</h2>
          <p className={styles.method}>
            <span className={styles.methodName}>{t("shop.checkout.ecpay")}</span>
            <span className={styles.recommended}>{t("shop.checkout.recommended")}</span>
          </p>
          <p className={styles.soft}>{t("shop.checkout.ecpay_text")}</p>
          {config && config.ecpay_environment !== "production" ? <TestCardHelp /> : null}
        </section>

        <section className={styles.part}>
          <h2>{t("shop.checkout.notices.title")}</h2>
          <ul className={styles.notices}>
            {notices.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <ConsentField
            isTicked={hasConsented}
            onChange={setConsented}
            label={texts["checkout_checkbox_text"] ?? t("shop.checkout.consent.checkbox")}
            content={texts["checkout_modal_content"] ?? t("shop.checkout.consent.modal_content")}
          />
        </section>

        <BannerView banner={banner} />
        <div className={styles.actions}>
          <Button variant="primary" type="submit" busy={isProcessing}>
            {isProcessing ? t("shop.checkout.processing") : t("shop.checkout.confirm", { total: formatMoney(locale, total) })}
          </Button>
          <LinkButton variant="secondary" href={paths.cart({ locale })}>
            {t("shop.checkout.back_to_cart")}
          </LinkButton>
        </div>
      </form>
      <OrderSummary items={items} total={total} />
    </div>
  );
}

function BannerView({ banner }: { banner: Banner | null }) {
  const { locale, t } = useI18n();
  if (banner === null) return null;
  switch (banner.kind) {
    case "sign_in":
      return <Notice tone="warning">{t("shop.checkout.errors.sign_in")}</Notice>;
    case "consent":
      return <Notice tone="danger">{t("shop.checkout.errors.consent")}</Notice>;
    case "price_changed": {
      const prices = { before: formatMoney(locale, banner.before), now: formatMoney(locale, banner.now) };
      return <Notice tone="warning">{t("shop.checkout.errors.price_changed", prices)}</Notice>;
    }
    case "failed":
      return <FailureNotice title={t("shop.checkout.errors.failed")} error={banner.error} />;
  }
}
