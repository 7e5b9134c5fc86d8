import { useId } from "react";
import { useShippingAddresses } from "../../api/member.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import choice from "../../ui/choice.module.css";
import { classNames } from "../../ui/class-names.ts";
import mark from "../../ui/mark.module.css";
import { Tabs } from "../../ui/Tabs.tsx";
import { TextField } from "../../ui/TextField.tsx";
import fieldStyles from "../../ui/Field.module.css";
import styles from "./checkout.module.css";
import type { CheckoutFields } from "./use-checkout-form.ts";

interface RecipientFieldsProps {
  fields: CheckoutFields;
  onAddAddress: () => void;
}

export function RecipientFields({ fields, onAddAddress }: RecipientFieldsProps) {
  const { t } = useI18n();
  const { text, addressTab } = fields;
  return (
    <section className={styles.part}>
      <h2>{t("shop.checkout.recipient")}</h2>
      <TextField
        {...text("customer_name")}
        label={t("shop.checkout.name")}
        autoComplete="name"
        required
      />
      <TextField
        {...text("customer_phone")}
        label={t("shop.checkout.phone")}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
      />
      <TextField
        {...text("customer_email")}
        label={t("shop.checkout.email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
      />
      <p className={fieldStyles.hint}>{t("shop.checkout.address.area")}</p>
      <Tabs
        label={t("shop.checkout.address.label")}
        tabs={[
          { id: "saved", label: t("shop.checkout.address.saved") },
          { id: "manual", label: t("shop.checkout.address.manual") },
        ]}
        value={addressTab.tab}
        onChange={addressTab.open}
      >
        {addressTab.tab === "manual" ? (
          <TextField
            {...text("customer_address")}
            label={t("shop.checkout.address.field")}
            autoComplete="street-address"
            required
          />
        ) : (
          <SavedAddresses fields={fields} onAddAddress={onAddAddress} />
        )}
      </Tabs>
    </section>
  );
}

function SavedAddresses({ fields: { field, change }, onAddAddress }: RecipientFieldsProps) {
  const { t } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { data, error: failure, isLoading, mutate } = useShippingAddresses(isAuthenticated);
  const saved = data?.data;
  const hasFailed = saved === undefined && failure !== undefined;
  const hasNone = saved === undefined ? !isLoading && !hasFailed : saved.length === 0;
  const { name, value, error } = field("customer_address");
  const errorId = useId();
  return (
    <fieldset
      className={styles.saved}
      name={name}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend>{t("shop.checkout.address.choose")}</legend>
      {isLoading ? <p className={styles.soft}>{t("common.loading")}</p> : null}
      {hasFailed ? <FailureNotice error={failure} retry={() => void mutate()} /> : null}
      {hasNone ? <p className={styles.soft}>{t("shop.checkout.address.none")}</p> : null}
      {saved?.map(({ id, address }) => (
        <label key={id} className={classNames(choice.card, styles.savedAddress)}>
          <input
            type="radio"
            name={name}
            checked={address === value}
            onChange={() => change({ customer_address: address })}
            className={classNames(mark.mark, choice.mark)}
          />
          <span>{address}</span>
        </label>
      ))}
      {error === undefined ? null : (
        <p id={errorId} className={fieldStyles.error} role="alert">
          {error}
        </p>
      )}
      {isAuthenticated ? (
        <Button onClick={onAddAddress}>{t("shop.checkout.address.add")}</Button>
      ) : null}
    </fieldset>
  );
}
