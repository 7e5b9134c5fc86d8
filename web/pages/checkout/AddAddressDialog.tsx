import { useState } from "react";
import { memberLimits } from "#contract/member";
import { addShippingAddress } from "../../api/addresses.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/TextField.tsx";

interface AddAddressDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (address: string) => void;
}

export function AddAddressDialog({ isOpen, onClose, onAdded }: AddAddressDialogProps) {
  const { t } = useI18n();
  const [text, setText] = useState("");
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function save() {
    setSaving(true);
    setFailure(null);
    try {
      // As the shop keeps it, so that it is found among the saved ones.
      const address = text.trim().normalize("NFC");
      await addShippingAddress(address);
      onAdded(address);
      setText("");
      onClose();
    } catch (error) {
      setFailure(error);
      // The specification wants an alert here; why it was refused stays to be read beside what was typed.
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
      {failure === null ? null : <FailureNotice error={failure} />}
    </Dialog>
  );
}
