import { lazy, Suspense, useState } from "react";
import { memberLimits } from "#contract/member";
import { useShippingAddresses } from "../../api/addresses.ts";
import { useI18n } from "../../i18n/translate.ts";
import { useAuth } from "../../stores/auth.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import { TextField } from "../../ui/TextField.tsx";
import styles from "./checkout.module.css";
import { SavedAddresses } from "./SavedAddresses.tsx";

const AddAddressDialog = lazy(() => import("./AddAddressDialog.tsx"));

export interface AddressPickerProps {
  address: string;
  error: string | undefined;
  onChange: (address: string) => void;
}

export function AddressPicker({ address, error, onChange }: AddressPickerProps) {
  const { t } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { data: saved = [] } = useShippingAddresses(isAuthenticated);
  // A typed address opens the manual tab; saved ones that arrive later do not change the tab.
  const [tab, setTab] = useState<"saved" | "manual">(() => {
    const isSaved = address === "" || saved.some((entry) => entry.address === address);
    return saved.length > 0 && isSaved ? "saved" : "manual";
  });
  const [isAdding, setAdding] = useState(false);
  // Once asked for it stays, with what was typed.
  const [hasDialog, setHasDialog] = useState(false);
  const openDialog = () => {
    setHasDialog(true);
    setAdding(true);
  };

  const added = (text: string) => {
    setTab("saved");
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
        onChange={(id) => setTab(id === "saved" ? "saved" : "manual")}
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
