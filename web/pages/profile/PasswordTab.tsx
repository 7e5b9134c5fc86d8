import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Done } from "../../feedback/FailureNotice.tsx";
import { PasswordForm } from "../../account/PasswordForm.tsx";
import { profileRules } from "../../account/password-rules.ts";
import styles from "./profile.module.css";
import { SecondStep } from "./SecondStep.tsx";

export default function PasswordTab() {
  const [isDone, setDone] = useState(false);
  return (
    <>
      {isDone ? <Done title={t("auth.profile.password_saved")} /> : null}
      <div className={styles.password}>
        <PasswordForm
          rules={profileRules}
          onTry={() => setDone(false)}
          onChanged={() => setDone(true)}
        />
        <SecondStep />
      </div>
    </>
  );
}
