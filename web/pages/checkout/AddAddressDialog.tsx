import { useState } from "react";
import { memberLimits } from "#contract/member";
import { addShippingAddress } from "../../api/addresses.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/TextField.tsx";

interface AddAddressDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (address: string) => void;
}

export default function AddAddressDialog({ isOpen, onClose, onAdded }: AddAddressDialogProps) {
  const { t } = useI18n();
  const [text, setText] = useState("");
  const { save, isSaving, failure } = useAddressSaving((address) => {
    onAdded(address);
    setText("");
    onClose();
  });
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
          <Button
            variant="primary"
            busy={isSaving}
            disabled={text.trim() === "" || isSaving}
            onClick={() => void save(text)}
          >
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
      {failure === null ? null : <FailureNotice error={failure} />}
    </Dialog>
  );
}

function useAddressSaving(onSaved: (address: string) => void) {
  const { t } = useI18n();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const save = async (text: string) => {
    setSaving(true);
    setFailure(null);
    try {
      // Normalised as the shop stores it, so that it is found among the saved addresses.
      const address = text.trim().normalize("NFC");
      await addShippingAddress(address);
      onSaved(address);
    } catch (error) {
      setFailure(error);
      // The specification asks for an alert; the reason stays in the dialog.
      alert(t("shop.checkout.address.add_failed"));
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving, failure };
}
