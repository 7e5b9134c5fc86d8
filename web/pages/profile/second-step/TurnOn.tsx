import { useState } from "react";
import { beginSecondStep } from "../../../api/second-step.ts";
import { useI18n } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ConnectApp } from "./ConnectApp.tsx";
import { PasswordStep } from "./PasswordStep.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { useWords } from "./use-words.ts";

interface TurnOnProps {
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Password, then the app's first code, then the recovery codes: from there on it is on. */
export function TurnOn({ open, onClose, onDone }: TurnOnProps) {
  const { t } = useI18n();
  const [secret, setSecret] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const say = useWords();
  const leave = (end: () => void) => {
    setSecret(null);
    setCodes(null);
    end();
  };
  const stage = codes !== null ? "codes" : secret !== null ? "scan" : "password";
  return (
    <Dialog
      open={open}
      onClose={() => leave(onClose)}
      dismissable={codes === null}
      title={say(`${stage}_title`)}
      closeLabel={t("common.close")}
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onKept={() => leave(onDone)} />
      ) : secret !== null ? (
        <ConnectApp secret={secret} onConnected={setCodes} />
      ) : (
        <PasswordStep
          why={say("password_why")}
          submit={say("continue")}
          onPassword={async (password) => setSecret(await beginSecondStep(password))}
        />
      )}
    </Dialog>
  );
}
