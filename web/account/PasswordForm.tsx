import type { ReactNode } from "react";
import { knownOf } from "#contract/guessable";
import { formatNumber, t } from "../i18n/translate.ts";
import { changePassword, usePasswordPolicy } from "../api/account.ts";
import { codeOf } from "../api/errors.ts";
import { useMember } from "../api/member.ts";
import { FailureOutcome } from "../feedback/FailureNotice.tsx";
import { useForm } from "../feedback/use-form.ts";
import { useAuth } from "../stores/auth.ts";
import { SubmitButton } from "./SubmitButton.tsx";
import { classNames } from "../ui/class-names.ts";
import form from "../ui/form.module.css";
import { PasswordInput } from "./PasswordInput.tsx";
import * as judged from "./password-rules.ts";
import styles from "./password.module.css";

const empty = { old: "", fresh: "", confirm: "" };

interface PasswordFormProps {
  rules: judged.PasswordRules;
  onChanged: () => void;
  onTry?: () => void;
  children?: ReactNode;
}

export function PasswordForm(props: PasswordFormProps) {
  const { onChanged, onTry, children } = props;
  const mustChange = useAuth((state) => state.mustChangePassword);
  // Until a temporary password is changed, nothing else of the member is told.
  const { data: member } = useMember(!mustChange);
  const { data: policy } = usePasswordPolicy();
  const { values, change, field, submit, isBusy, failure } = useForm(
    empty,
    ({ old }) => (old === "" ? { old: "auth.errors.old_password_required" } : {}),
    { fieldOf: { wrong_old_password: "old", password_guessable: "fresh" } },
  );
  const { old, fresh, confirm } = values;
  // Once the server has refused by its own rules, those are listed.
  const isRefused = codeOf(failure) === "password_policy";
  const asked = isRefused && policy ? judged.rulesOf(policy) : props.rules;
  const rules = judged.withJudge(asked, member ? knownOf(member) : []);
  const missesNothing = rules.rules.every(({ isMet }) => isMet(fresh));
  const isReady = old !== "" && confirm !== "" && fresh === confirm && missesNothing;

  const send = submit(async () => {
    if (!isReady) return;
    onTry?.();
    await changePassword(old, fresh);
    change(empty);
    onChanged();
  });

  return (
    <form className={form.form} noValidate onSubmit={send}>
      <PasswordInput
        {...field("old")}
        label={t("auth.fields.old_password")}
        autoComplete="current-password"
        enterKeyHint="next"
      />
      <div>
        <PasswordInput
          {...field("fresh")}
          label={t("auth.fields.new_password")}
          autoComplete="new-password"
          enterKeyHint="next"
          aria-describedby="password-rules"
        />
        <Checklist password={fresh} rules={rules} />
      </div>
      <PasswordInput
        {...field("confirm")}
        label={t("auth.fields.confirm_password")}
        autoComplete="new-password"
        enterKeyHint="done"
        hint={
          <output>
            {confirm !== "" && fresh === confirm ? `✓ ${t("auth.password.match")}` : null}
          </output>
        }
        error={confirm === "" || fresh === confirm ? undefined : t("auth.password.mismatch")}
      />
      <FailureOutcome error={failure} />
      <div className={`cluster ${form.actions}`}>
        <SubmitButton busy={isBusy} disabled={!isReady}>
          {t("auth.password.submit")}
        </SubmitButton>
        {children}
      </div>
    </form>
  );
}

function Checklist({ password, rules }: { password: string; rules: judged.PasswordRules }) {
  return (
    <ul id="password-rules" className={`soft ${styles.rules}`}>
      {rules.rules.map((rule) => {
        const isMet = rule.isMet(password);
        return (
          <li key={rule.id} className={classNames(styles.rule, isMet && styles.met)}>
            <span aria-hidden="true" className={styles.tick} />
            {t(`auth.password.rules.${rule.id}`, {
              min: formatNumber(rules.min),
              max: formatNumber(rules.max),
              characters: rules.special,
            })}
            <span className="visually-hidden">
              {isMet ? t("auth.password.rule_met") : t("auth.password.rule_open")}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
