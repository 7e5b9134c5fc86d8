import { useId, useState } from "react";
import { invoiceTakes } from "#contract/checkout-body";
import { t } from "../../i18n/translate.ts";
import { useShippingAddresses } from "../../api/member.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ChoiceCards } from "../../ui/ChoiceCards.tsx";
import choice from "../../ui/choice.module.css";
import fold from "../../ui/fold.module.css";
import mark from "../../ui/mark.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import fieldStyles from "../../ui/form.module.css";
import styles from "./checkout.module.css";
import type { CheckoutForm } from "../../payment/checkout-draft.ts";
import { isGift, onlyCarrierSigns, onlyTaxIdDigits } from "./checkout-fields.ts";
import type { CheckoutFields } from "./use-checkout-form.ts";

const contact = [
  ["customer_name", "name", "name", "text"],
  ["customer_phone", "phone", "tel", "tel"],
  ["customer_email", "email", "email", "email"],
] as const;

type RecipientFieldsProps = { fields: CheckoutFields; onAddAddress: () => void };

export function RecipientFields({ fields, onAddAddress }: RecipientFieldsProps) {
  const { text, addressTab, openAddressTab, isAbroad } = fields;
  const area = t("shop.checkout.address.area");
  return (
    <section className={`stack ${styles.part}`}>
      <h2>{t("shop.checkout.recipient")}</h2>
      {contact.map(([name, word, autoComplete, inputMode]) => (
        <TextField
          key={name}
          {...text(name)}
          label={t(`shop.checkout.${word}`)}
          type={inputMode}
          inputMode={inputMode}
          autoComplete={autoComplete}
          required
        />
      ))}
      {isAbroad ? (
        <Notice tone="warning">{area}</Notice>
      ) : (
        <p className={fieldStyles.hint}>{area}</p>
      )}
      <Tabs
        label={t("shop.checkout.address.label")}
        tabs={[
          { id: "saved", label: t("shop.checkout.address.saved") },
          { id: "manual", label: t("shop.checkout.address.manual") },
        ]}
        value={addressTab}
        onChange={openAddressTab}
      >
        {addressTab === "manual" ? (
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
      <GiftFields {...fields} />
    </section>
  );
}

function GiftFields({ values, change, inNote }: CheckoutFields) {
  const [isOpen, setOpen] = useState(isGift(values));
  return (
    <details
      className={`${fold.fold} ${fold.line}`}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("shop.checkout.gift.title")}</summary>
      {isOpen ? (
        <div className="stack">
          <p className="soft">{t("shop.checkout.gift.recipient")}</p>
          <TextField
            {...inNote("gift_message")}
            label={t("shop.checkout.gift.message")}
            multiline
            rows={3}
          />
          <Checkbox
            name="without_prices"
            label={t("shop.checkout.gift.no_prices")}
            checked={values.without_prices}
            onChange={(event) => change({ without_prices: event.target.checked })}
          >
            <p className="soft">{t("shop.checkout.gift.hint")}</p>
          </Checkbox>
        </div>
      ) : null}
    </details>
  );
}

function SavedAddresses({ fields: { field, change }, onAddAddress }: RecipientFieldsProps) {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { data, error: failure, isLoading, mutate } = useShippingAddresses(isAuthenticated);
  const saved = data?.data;
  const hasFailed = saved === undefined && failure !== undefined;
  const hasNone = saved === undefined ? !isLoading && !hasFailed : saved.length === 0;
  const { name, value, error } = field("customer_address");
  const errorId = useId();
  return (
    <fieldset
      className="stack"
      name={name}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend className={fieldStyles.legend}>{t("shop.checkout.address.choose")}</legend>
      {isLoading ? <p className="soft">{t("common.loading")}</p> : null}
      {hasFailed ? <FailureNotice error={failure} retry={() => void mutate()} /> : null}
      {hasNone ? <p className="soft">{t("shop.checkout.address.none")}</p> : null}
      {hasNone ? null : (
        <div className={choice.cards}>
          {saved?.map(({ id, address }) => (
            <label key={id} className={`${choice.card} ${choice.cardsCard}`}>
              <input
                type="radio"
                name={name}
                checked={address === value}
                onChange={() => change({ customer_address: address })}
                className={`${mark.mark} ${choice.mark}`}
              />
              <span>{address}</span>
            </label>
          ))}
        </div>
      )}
      {error === undefined ? null : (
        <p id={errorId} className={fieldStyles.error} role="alert">
          {error}
        </p>
      )}
      {isAuthenticated ? (
        <Button className={styles.add} onClick={onAddAddress}>
          {t("shop.checkout.address.add")}
        </Button>
      ) : null}
    </fieldset>
  );
}

export function InvoiceFields({ fields }: { fields: CheckoutFields }) {
  const { values, change, field, inNote } = fields;
  return (
    <section className={`stack ${styles.part}`}>
      <h2>{t("shop.checkout.invoice")}</h2>
      <ChoiceCards
        legend={t("shop.checkout.invoice_type")}
        name="invoice_type"
        value={values.invoice_type}
        options={(["b2c", "b2b"] as const).map((type) => ({
          value: type.toUpperCase() as Uppercase<typeof type>,
          title: t(`shop.checkout.invoice_${type}`),
          text: t(`shop.checkout.invoice_${type}_text`),
        }))}
        onChange={(invoice_type) => change({ invoice_type })}
      />
      {invoiceTakes(values.invoice_type, "tax_id") ? (
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
        {...inNote("customer_note")}
        label={t("shop.checkout.note")}
        multiline
        hint={t("shop.checkout.note_hint")}
      />
    </section>
  );
}

function CarrierFields({ values: { carrier_type: type }, change, field }: CheckoutFields) {
  return (
    <>
      <SelectField
        {...field("carrier_type")}
        label={t("shop.checkout.carrier.label")}
        options={(["none", "mobile_barcode", "citizen_certificate"] as const).map((carrier) => ({
          value: carrier === "none" ? "" : carrier,
          label: t(`shop.checkout.carrier.${carrier}`),
        }))}
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
