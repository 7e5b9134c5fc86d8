import { useState, type ReactNode } from "react";
import { useI18n } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import form from "../../../ui/form.module.css";
import styles from "./second-step.module.css";

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** Shown once: only the button closes it. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useI18n();
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog
      onClose={onKept}
      dismissable={false}
      title={t("auth.profile.second_step.codes_title")}
      closeLabel={t("common.close")}
      actions={
        <Button variant="primary" onClick={onKept}>
          {t("auth.profile.second_step.kept")}
        </Button>
      }
    >
      <div className={form.form}>
        <p className={form.soft}>{t("auth.profile.second_step.codes_why")}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={`cluster ${form.actions}`}>
          <CopyButton text={text}>{t("auth.profile.second_step.copy_codes")}</CopyButton>
          <a
            className="tap"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`${t("auth.profile.second_step.file_name")}.txt`}
          >
            {t("auth.profile.second_step.save_codes")}
          </a>
        </div>
      </div>
    </Dialog>
  );
}

export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useI18n();
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        onClick={() =>
          // Where a browser refuses, the text can still be selected.
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        {children}
      </Button>
      <output className="soft">{isCopied ? t("auth.profile.second_step.copied") : ""}</output>
    </>
  );
}
