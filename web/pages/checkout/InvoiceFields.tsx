import { useI18n } from "../../i18n/translate.ts";
import type { CheckoutForm } from "../../payment/checkout-draft.ts";
import { ChoiceCards } from "../../ui/ChoiceCards.tsx";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import { onlyCarrierSigns, onlyTaxIdDigits } from "./checkout-fields.ts";
import styles from "./checkout.module.css";
import type { CheckoutFields } from "./use-checkout-form.ts";

export function InvoiceFields({ fields }: { fields: CheckoutFields }) {
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
