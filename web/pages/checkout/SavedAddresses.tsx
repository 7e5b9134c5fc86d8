import { useId } from "react";
import { useShippingAddresses } from "../../api/addresses.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import choice from "../../ui/choice.module.css";
import { classNames } from "../../ui/class-names.ts";
import mark from "../../ui/mark.module.css";
import type { AddressPickerProps } from "./AddressPicker.tsx";
import styles from "./checkout.module.css";

export function SavedAddresses({
  address,
  error,
  onChange,
  onAdd,
}: AddressPickerProps & { onAdd: () => void }) {
  const { t } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { data: saved, error: failure, isLoading, mutate } = useShippingAddresses(isAuthenticated);
  const hasFailed = saved === undefined && failure !== undefined;
  const hasNone = saved === undefined ? !isLoading && !hasFailed : saved.length === 0;
  const errorId = useId();
  return (
    <fieldset
      className={styles.saved}
      name="customer_address"
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend>{t("shop.checkout.address.choose")}</legend>
      {isLoading ? <p className={styles.soft}>{t("common.loading")}</p> : null}
      {hasFailed ? <FailureNotice error={failure} retry={() => void mutate()} /> : null}
      {hasNone ? <p className={styles.soft}>{t("shop.checkout.address.none")}</p> : null}
      {saved?.map((entry) => (
        <label key={entry.id} className={classNames(choice.card, styles.savedAddress)}>
          <input
            type="radio"
            name="customer_address"
            checked={entry.address === address}
            onChange={() => onChange(entry.address)}
            className={classNames(mark.mark, choice.mark)}
          />
          <span>{entry.address}</span>
        </label>
      ))}
      {error === undefined ? null : (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {isAuthenticated ? (
        <Button variant="secondary" onClick={onAdd}>
          {t("shop.checkout.address.add")}
        </Button>
      ) : null}
    </fieldset>
  );
}
