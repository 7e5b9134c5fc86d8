import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import { Outcome } from "../../feedback/Outcome.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordForm } from "../../account/PasswordForm.tsx";
import { profileRules } from "../../account/password-rules.ts";
import styles from "./profile.module.css";
import { SecondStep } from "./second-step/SecondStep.tsx";

export default function PasswordTab() {
  const [isDone, setDone] = useState(false);
  return (
    <>
      {isDone ? (
        <Outcome>
          <Notice tone="success" title={t("auth.profile.password_saved")} />
        </Outcome>
      ) : null}
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
