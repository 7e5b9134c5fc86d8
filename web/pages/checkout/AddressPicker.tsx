import { lazy, Suspense, useState, useId } from "react";
import { memberLimits } from "#contract/member";
import { useI18n } from "../../i18n/translate.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import { TextField } from "../../ui/TextField.tsx";
import styles from "./checkout.module.css";
import type { AddressTab } from "./use-address-tab.ts";
import { useShippingAddresses } from "../../api/addresses.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import choice from "../../ui/choice.module.css";
import { classNames } from "../../ui/class-names.ts";
import mark from "../../ui/mark.module.css";

const AddAddressDialog = lazy(() => import("./AddAddressDialog.tsx"));

export interface AddressPickerProps {
  address: string;
  error: string | undefined;
  onChange: (address: string) => void;
}

interface TabProps {
  tab: AddressTab;
  onTab: (tab: AddressTab) => void;
}

export function AddressPicker({
  address,
  error,
  onChange,
  tab,
  onTab,
}: AddressPickerProps & TabProps) {
  const { t } = useI18n();
  const [isAdding, setAdding] = useState(false);
  // Once asked for it stays, with what was typed.
  const [hasDialog, setHasDialog] = useState(false);
  const openDialog = () => {
    setHasDialog(true);
    setAdding(true);
  };

  const added = (text: string) => {
    onTab("saved");
    onChange(text);
  };

  return (
    <div className={styles.address}>
      <Tabs
        label={t("shop.checkout.address.label")}
        tabs={[
          { id: "saved", label: t("shop.checkout.address.saved") },
          { id: "manual", label: t("shop.checkout.address.manual") },
        ]}
        value={tab}
        onChange={(id) => onTab(id === "saved" ? "saved" : "manual")}
      >
        {tab === "manual" ? (
          <TextField
            label={t("shop.checkout.address.field")}
            name="customer_address"
            autoComplete="street-address"
            required
            maxLength={memberLimits.address}
            value={address}
            error={error}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <SavedAddresses address={address} error={error} onChange={onChange} onAdd={openDialog} />
        )}
      </Tabs>
      {hasDialog ? (
        <Suspense>
          <AddAddressDialog isOpen={isAdding} onClose={() => setAdding(false)} onAdded={added} />
        </Suspense>
      ) : null}
    </div>
  );
}

function SavedAddresses({
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
