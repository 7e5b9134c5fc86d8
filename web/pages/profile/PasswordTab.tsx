import { useState } from "react";
import { knownOf } from "#contract/guessable";
import { useMember } from "../../api/member.ts";
import { t } from "../../i18n/translate.ts";
import { Done } from "../../feedback/FailureNotice.tsx";
import { PasswordForm } from "../../account/PasswordForm.tsx";
import { profileRules } from "../../account/password-rules.ts";
import styles from "./profile.module.css";
import { SecondStep } from "./SecondStep.tsx";

export default function PasswordTab() {
  const [isDone, setDone] = useState(false);
  const { data: member } = useMember();
  return (
    <>
      {isDone ? <Done title={t("auth.profile.password_saved")} /> : null}
      <div className={styles.password}>
        <PasswordForm
          rules={profileRules}
          known={member ? knownOf(member) : []}
          onTry={() => setDone(false)}
          onChanged={() => setDone(true)}
        />
        <SecondStep />
      </div>
    </>
  );
}
