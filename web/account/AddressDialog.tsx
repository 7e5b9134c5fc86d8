import { memberLimits, type ShippingAddress } from "#contract/member";
import { addShippingAddress, changeShippingAddress } from "../api/member.ts";
import { useForm } from "../feedback/use-form.ts";
import { TaskDialog } from "../feedback/TaskDialog.tsx";
import { TextField } from "../ui/TextField.tsx";

interface AddressDialogProps {
  title: string;
  label: string;
  action: string;
  failureTitle?: string;
  entry?: ShippingAddress | null;
  onClose: () => void;
  onSaved: (address: string) => void;
  onFailed?: () => void;
}

export default function AddressDialog(props: AddressDialogProps) {
  const { label, entry = null, onClose, onSaved, onFailed, ...dialog } = props;
  const typed = useForm({ address: entry?.address ?? "" }, () => ({}), {
    storedAs: `address ${entry?.id ?? ""}`,
  });
  // Normalised as the shop stores it, so that it is found among the saved addresses.
  const address = typed.values.address.trim().normalize("NFC");
  const save = async () => {
    try {
      await (entry === null
        ? addShippingAddress(address)
        : changeShippingAddress(entry.id, address));
    } catch (error) {
      onFailed?.();
      throw error;
    }
    typed.clear();
    onSaved(address);
  };
  // A change that is called off is gone; a new address waits.
  const close = () => {
    if (entry !== null) typed.clear();
    onClose();
  };
  return (
    <TaskDialog {...dialog} isReady={address !== ""} onDo={save} onClose={close}>
      <TextField
        {...typed.field("address")}
        label={label}
        multiline
        autoComplete="street-address"
        required
        maxLength={memberLimits.address}
      />
    </TaskDialog>
  );
}
