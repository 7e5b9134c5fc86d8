import { useState } from "react";
import { renewRecoveryCodes } from "../../../api/second-step.ts";
import { PasswordDialog } from "../PasswordDialog.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { useWords } from "./use-words.ts";

export function Renew({ onDone }: { onDone: () => void }) {
  const say = useWords();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onDone} />;
  return (
    <PasswordDialog
      title={say("renew_title")}
      why={say("renew_why")}
      action={say("renew")}
      onClose={onDone}
      onConfirm={async (password) => setCodes(await renewRecoveryCodes(password))}
    />
  );
}
