import { useState } from "react";
import { memberLimits, type ShippingAddress } from "#contract/member";
import { addShippingAddress, changeShippingAddress } from "../api/member.ts";
import { TaskDialog } from "../feedback/TaskDialog.tsx";
import { TextField } from "../ui/TextField.tsx";

interface AddressDialogProps {
  open?: boolean;
  title: string;
  label: string;
  action: string;
  failureTitle?: string;
  /** Null for a new one. */
  entry?: ShippingAddress | null;
  onClose: () => void;
  onSaved: (address: string) => void;
  onFailed?: () => void;
}

/** Adds a shipping address or changes one. */
export default function AddressDialog({
  label,
  entry = null,
  onSaved,
  onFailed,
  ...dialog
}: AddressDialogProps) {
  const [text, setText] = useState(entry?.address ?? "");
  // Normalised as the shop stores it, so that it is found among the saved addresses.
  const address = text.trim().normalize("NFC");
  const save = async () => {
    try {
      await (entry === null
        ? addShippingAddress(address)
        : changeShippingAddress(entry.id, address));
    } catch (error) {
      onFailed?.();
      throw error;
    }
    setText("");
    onSaved(address);
  };
  return (
    <TaskDialog {...dialog} isReady={address !== ""} onDo={save}>
      <TextField
        label={label}
        name="address"
        multiline
        autoComplete="street-address"
        required
        maxLength={memberLimits.address}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </TaskDialog>
  );
}
