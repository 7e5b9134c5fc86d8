import { lazy, Suspense, useState } from "react";
import { memberLimits } from "#contract/member";
import { useI18n } from "../../i18n/translate.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import { TextField } from "../../ui/TextField.tsx";
import styles from "./checkout.module.css";
import { SavedAddresses } from "./SavedAddresses.tsx";
import type { AddressTab } from "./use-address-tab.ts";

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
