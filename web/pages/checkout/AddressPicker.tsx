import { useId, useState } from "react";
import { memberLimits } from "#contract/member";
import { addShippingAddress, useShippingAddresses } from "../../api/addresses.ts";
import { useI18n } from "../../i18n/translate.ts";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { TextField } from "../../ui/TextField.tsx";
import styles from "./checkout.module.css";

interface AddressPickerProps {
  address: string;
  error: string | undefined;
  onChange: (address: string) => void;
}

export function AddressPicker({ address, error, onChange }: AddressPickerProps) {
  const { t } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { data: saved = [], isLoading } = useShippingAddresses(isAuthenticated);
  const [chosenTab, setTab] = useState<"saved" | "manual" | null>(null);
  const [isAdding, setAdding] = useState(false);
  // What was typed before, and is not among the saved ones, stays in sight.
  const isSaved = address === "" || saved.some((entry) => entry.address === address);
  const tab = chosenTab ?? ((isLoading || saved.length > 0) && isSaved ? "saved" : "manual");
  const errorId = useId();

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
          <fieldset
            className={styles.saved}
            name="customer_address"
            tabIndex={-1}
            aria-describedby={error === undefined ? undefined : errorId}
          >
            <legend>{t("shop.checkout.address.choose")}</legend>
            {isLoading ? <p className={styles.soft}>{t("common.loading")}</p> : null}
            {saved.length === 0 && !isLoading ? <p className={styles.soft}>{t("shop.checkout.address.none")}</p> : null}
            {saved.map((entry) => (
              <label key={entry.id} className={styles.savedAddress}>
                <input
                  type="radio"
                  name="customer_address"
                  checked={entry.address === address}
                  onChange={() => onChange(entry.address)}
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
              <Button variant="secondary" onClick={() => setAdding(true)}>
                {t("shop.checkout.address.add")}
              </Button>
            ) : null}
          </fieldset>
        )}
      </Tabs>
      <AddAddressDialog isOpen={isAdding} onClose={() => setAdding(false)} onAdded={added} />
    </div>
  );
}

interface AddAddressDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (address: string) => void;
}

function AddAddressDialog({ isOpen, onClose, onAdded }: AddAddressDialogProps) {
  const { t } = useI18n();
  const [text, setText] = useState("");
  const [isSaving, setSaving] = useState(false);

  async function save() {
    setSaving(true);
    try {
      const added = await addShippingAddress(text.trim());
      onAdded(added.address);
      setText("");
      onClose();
    } catch {
      // The specification wants an alert here; the dialog stays open with what was typed.
      alert(t("shop.checkout.address.add_failed"));
    } finally {
      setSaving(false);
    }
  }

  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t("shop.checkout.address.add")}
      closeLabel={t("common.close")}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button variant="primary" busy={isSaving} disabled={text.trim() === "" || isSaving} onClick={() => void save()}>
            {t("shop.checkout.address.confirm")}
          </Button>
        </>
      }
    >
      <TextField
        label={t("shop.checkout.address.field")}
        name="new_address"
        autoComplete="street-address"
        required
        maxLength={memberLimits.address}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}
