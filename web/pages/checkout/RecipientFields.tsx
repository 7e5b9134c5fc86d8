import { useI18n } from "../../i18n/translate.ts";
import { TextField } from "../../ui/TextField.tsx";
import { AddressPicker } from "./AddressPicker.tsx";
import styles from "./checkout.module.css";
import type { FormPartProps } from "./InvoiceFields.tsx";
import type { AddressTab } from "./use-address-tab.ts";
import { checkoutLimits } from "./validation.ts";

interface RecipientFieldsProps extends FormPartProps {
  tab: AddressTab;
  onTab: (tab: AddressTab) => void;
}

export function RecipientFields({ form, change, problemOf, tab, onTab }: RecipientFieldsProps) {
  const { t } = useI18n();
  return (
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
        tab={tab}
        onTab={onTab}
        onChange={(customer_address) => change({ customer_address })}
      />
    </section>
  );
}
