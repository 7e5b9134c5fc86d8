import { useState } from "react";
import { encode } from "uqr";
import { otpDigits } from "#contract/limits";
import { sixDigits } from "#contract/second-step";
import { confirmSecondStep } from "../../../api/account.ts";
import { TaskDialog } from "../../../feedback/TaskDialog.tsx";
import { useI18n } from "../../../i18n/translate.ts";
import { useAuth } from "../../../stores/auth.ts";
import { TextField } from "../../../ui/TextField.tsx";
import form from "../../../ui/form.module.css";
import { CopyButton } from "./RecoveryCodes.tsx";
import styles from "./second-step.module.css";

interface ConnectAppProps {
  secret: string;
  onConnected: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

export function ConnectApp({ secret, onConnected, onClose }: ConnectAppProps) {
  const { t } = useI18n();
  const email = useAuth((state) => state.member?.email ?? "");
  const [code, setCode] = useState("");
  return (
    <TaskDialog
      title={t("auth.profile.second_step.scan_title")}
      action={t("auth.profile.second_step.confirm")}
      cancel={null}
      isReady={sixDigits.test(code)}
      fieldCode="otp_wrong"
      onClose={onClose}
      onDo={async () => onConnected(await confirmSecondStep(code))}
    >
      {(wrong, forget) => (
        <div className={form.form}>
          <p className={form.soft}>{t("auth.profile.second_step.scan")}</p>
          <QrCode
            text={uriOf(secret, t("common.brand"), email)}
            label={t("auth.profile.second_step.qr")}
          />
          <div className={styles.key}>
            <p>
              <span className={form.small}>{t("auth.profile.second_step.key")}</span>
              <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
            </p>
            <CopyButton text={secret}>{t("auth.profile.second_step.copy_key")}</CopyButton>
          </div>
          <TextField
            name="code"
            label={t("auth.profile.second_step.code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            enterKeyHint="done"
            required
            value={code}
            onChange={(event) => {
              setCode(digitsOf(event.target.value));
              forget();
            }}
            error={wrong}
          />
        </div>
      )}
    </TaskDialog>
  );
}

const digitsOf = (text: string) => text.normalize("NFKC").replace(/\D/g, "").slice(0, otpDigits);

/** The key URI format that authenticator apps read: SHA-1, six digits and 30 seconds are its defaults. */
function uriOf(secret: string, brand: string, email: string): string {
  const issuer = encodeURIComponent(brand);
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`;
}

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
