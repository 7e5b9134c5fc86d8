import type { CartItem } from "#contract/cart";
import { useShopConfig } from "../../api/config.ts";
import { useCheckoutTexts } from "../../api/custom-texts.ts";
import { fieldErrorText } from "../../api/errors.ts";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { LinkButton } from "../../layout/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { TextField } from "../../ui/TextField.tsx";
import type { Block } from "./CheckoutBlocked.tsx";
import styles from "./checkout.module.css";
import { ConsentField } from "./ConsentField.tsx";
import { InvoiceFields } from "./InvoiceFields.tsx";
import { OrderSummary } from "./OrderSummary.tsx";
import { RecipientFields } from "./RecipientFields.tsx";
import { ProblemSummary } from "./ProblemSummary.tsx";
import { TestCardHelp } from "./TestCardHelp.tsx";
import { useCheckout, type Banner } from "./use-checkout.ts";
import { checkoutLimits, type CheckoutForm } from "./validation.ts";

interface CheckoutFormViewProps {
  items: CartItem[];
  onBlocked: (block: Block) => void;
}

export function CheckoutFormView({ items, onBlocked }: CheckoutFormViewProps) {
  const { locale, t } = useI18n();
  const { form, change, problems, refusals, hasConsented, consent, isProcessing, banner, total, confirm } = useCheckout(
    items,
    onBlocked,
  );
  const { data: config } = useShopConfig();
  const problemOf = (name: keyof CheckoutForm) => {
    const refusal = refusals[name];
    if (problems[name]) return t(`shop.checkout.errors.${problems[name]}`);
    return refusal ? fieldErrorText(t, refusal) : undefined;
  };

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
        <ProblemSummary problems={problems} />
        <RecipientFields form={form} change={change} problemOf={problemOf} />
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

        <section className={styles.part}>
          <h2>{t("shop.checkout.payment")}</h2>
          <p className={styles.method}>
            <span className={styles.methodName}>{t("shop.checkout.ecpay")}</span>
            <span className={styles.recommended}>{t("shop.checkout.recommended")}</span>
          </p>
          <p className={styles.soft}>{t("shop.checkout.ecpay_text")}</p>
          {config ? <TestCardHelp environment={config.ecpay_environment} /> : null}
        </section>

        <Notices hasConsented={hasConsented} onConsent={consent} />
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

function Notices({ hasConsented, onConsent }: { hasConsented: boolean; onConsent: (isTicked: boolean) => void }) {
  const { locale, t } = useI18n();
  const texts = useCheckoutTexts(locale).data ?? {};
  const notices = (texts["checkout_important_notices"] ?? t("shop.checkout.notices.default"))
    .split("\n")
    .filter((line) => line.trim() !== "");
  return (
    <section className={styles.part}>
      <h2>{t("shop.checkout.notices.title")}</h2>
      <ul className={styles.notices}>
        {notices.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <ConsentField
        isTicked={hasConsented}
        onChange={onConsent}
        label={texts["checkout_checkbox_text"] ?? t("shop.checkout.consent.checkbox")}
        content={texts["checkout_modal_content"] ?? t("shop.checkout.consent.modal_content")}
      />
    </section>
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
