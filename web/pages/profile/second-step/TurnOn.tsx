import { useState } from "react";
import { beginSecondStep } from "../../../api/second-step.ts";
import { PasswordDialog } from "../PasswordDialog.tsx";
import { ConnectApp } from "./ConnectApp.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { useWords } from "./use-words.ts";

interface TurnOnProps {
  onClose: () => void;
  onDone: () => void;
}

/** Password, then the app's first code, then the recovery codes: from there on it is on. */
export function TurnOn({ onClose, onDone }: TurnOnProps) {
  const say = useWords();
  const [secret, setSecret] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (secret !== null)
    return <ConnectApp secret={secret} onConnected={setCodes} onClose={onClose} />;
  return (
    <PasswordDialog
      title={say("password_title")}
      why={say("password_why")}
      action={say("continue")}
      onClose={onClose}
      onConfirm={async (password) => setSecret(await beginSecondStep(password))}
    />
  );
}
