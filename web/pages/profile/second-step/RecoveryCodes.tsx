import { useI18n } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import form from "../../../ui/form.module.css";
import { CopyButton } from "./CopyButton.tsx";
import styles from "./second-step.module.css";
import { useWords } from "./use-words.ts";

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** Shown once: only the button closes it. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useI18n();
  const say = useWords();
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog
      open
      onClose={onKept}
      dismissable={false}
      title={say("codes_title")}
      closeLabel={t("common.close")}
      actions={
        <Button variant="primary" onClick={onKept}>
          {say("kept")}
        </Button>
      }
    >
      <div className={form.form}>
        <p className={form.soft}>{say("codes_why")}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={form.actions}>
          <CopyButton text={text}>{say("copy_codes")}</CopyButton>
          <a
            className={styles.save}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`${say("file_name")}.txt`}
          >
            {say("save_codes")}
          </a>
        </div>
      </div>
    </Dialog>
  );
}
