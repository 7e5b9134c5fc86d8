import { useI18n } from "../../i18n/translate.ts";
import { ChoiceCards } from "../../ui/ChoiceCards.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import type { CheckoutForm } from "../../payment/checkout-draft.ts";
import { onlyCarrierSigns, onlyTaxIdDigits } from "./validation.ts";

export interface FormPartProps {
  form: CheckoutForm;
  change: (part: Partial<CheckoutForm>) => void;
  problemOf: (name: keyof CheckoutForm) => string | undefined;
}

export function InvoiceFields({ form, change, problemOf }: FormPartProps) {
  const { t } = useI18n();
  return (
    <>
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
        onChange={(value) => change({ invoice_type: value === "B2B" ? "B2B" : "B2C" })}
      />
      {form.invoice_type === "B2B" ? (
        <TextField
          label={t("shop.checkout.tax_id")}
          name="tax_id"
          inputMode="numeric"
          autoComplete="off"
          required
          value={form.tax_id}
          error={problemOf("tax_id")}
          onChange={(event) => change({ tax_id: onlyTaxIdDigits(event.target.value) })}
        />
      ) : (
        <CarrierFields form={form} change={change} problemOf={problemOf} />
      )}
    </>
  );
}

function CarrierFields({ form, change, problemOf }: FormPartProps) {
  const { t } = useI18n();
  const { carrier_type } = form;
  return (
    <>
      <SelectField
        label={t("shop.checkout.carrier.label")}
        name="carrier_type"
        value={carrier_type}
        options={[
          { value: "", label: t("shop.checkout.carrier.none") },
          { value: "mobile_barcode", label: t("shop.checkout.carrier.mobile_barcode") },
          { value: "citizen_certificate", label: t("shop.checkout.carrier.citizen_certificate") },
        ]}
        onChange={(event) =>
          change({
            carrier_type: event.target.value as CheckoutForm["carrier_type"],
            carrier_num: "",
          })
        }
      />
      {carrier_type === "" ? null : (
        <TextField
          label={t(`shop.checkout.carrier.${carrier_type}`)}
          name="carrier_num"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          hint={t(`shop.checkout.carrier.${carrier_type}_hint`)}
          value={form.carrier_num}
          error={problemOf("carrier_num")}
          onChange={(event) =>
            change({ carrier_num: onlyCarrierSigns(event.target.value, carrier_type) })
          }
        />
      )}
    </>
  );
}
