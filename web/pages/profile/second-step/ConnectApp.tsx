import { useId, useState } from "react";
import { otpDigits } from "#contract/limits";
import { sixDigits } from "#contract/auth";
import { ApiError } from "../../../api/api-error.ts";
import { errorText } from "../../../api/errors.ts";
import { confirmSecondStep } from "../../../api/second-step.ts";
import { FailureNotice } from "../../../feedback/FailureNotice.tsx";
import { useI18n } from "../../../i18n/translate.ts";
import { useAuth } from "../../../stores/auth.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TextField } from "../../../ui/TextField.tsx";
import form from "../../../ui/form.module.css";
import { CopyButton } from "./CopyButton.tsx";
import styles from "./second-step.module.css";
import { useWords } from "./use-words.ts";
import { encode } from "uqr";

const quietZone = 4;

/** Dark on light in every theme: that is what cameras expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: quietZone });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg role="img" aria-label={label} className={styles.qr} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}

interface ConnectAppProps {
  secret: string;
  onConnected: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

export function ConnectApp({ secret, onConnected, onClose }: ConnectAppProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const email = useAuth((state) => state.member?.email ?? "");
  const [code, setCode] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const say = useWords();
  const formId = useId();
  const isWrong = failure instanceof ApiError && failure.code === "otp_wrong";
  const send = async () => {
    if (!sixDigits.test(code) || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      onConnected(await confirmSecondStep(code));
    } catch (caught) {
      setFailure(caught);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={say("scan_title")}
      closeLabel={t("common.close")}
      actions={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          busy={isBusy}
          disabled={!sixDigits.test(code)}
        >
          {say("confirm")}
        </Button>
      }
    >
      <form
        id={formId}
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className={form.soft}>{say("scan")}</p>
        <QrCode text={uriOf(secret, t("common.brand"), email)} label={say("qr")} />
        <div className={styles.key}>
          <p>
            <span className={form.small}>{say("key")}</span>
            <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
          </p>
          <CopyButton text={secret}>{say("copy_key")}</CopyButton>
        </div>
        {failure === null || isWrong ? null : <FailureNotice error={failure} />}
        <TextField
          name="code"
          label={say("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          required
          value={code}
          onChange={(event) => {
            setCode(digitsOf(event.target.value));
            setFailure(null);
          }}
          error={isWrong ? errorText(i18n, failure) : undefined}
        />
      </form>
    </Dialog>
  );
}

const digitsOf = (text: string) => text.normalize("NFKC").replace(/\D/g, "").slice(0, otpDigits);

/** The key URI format that authenticator apps read: SHA-1, six digits and 30 seconds are its defaults. */
function uriOf(secret: string, brand: string, email: string): string {
  const issuer = encodeURIComponent(brand);
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`;
}
