import { type ReactNode, useState } from "react";
import { knownOf } from "#contract/guessable";
import { formatNumber, t } from "../i18n/translate.ts";
import { changePassword, usePasswordPolicy } from "../api/account.ts";
import { codeOf } from "../api/errors.ts";
import { useMember } from "../api/member.ts";
import { FailureNotice, Outcome } from "../feedback/FailureNotice.tsx";
import { useForm } from "../feedback/use-form.ts";
import { useAuth } from "../stores/auth.ts";
import { SubmitButton } from "./SubmitButton.tsx";
import { Notice } from "../ui/Notice.tsx";
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
  const [sent, setSent] = useState("");
  const { values, change, field, submit, isBusy, failure } = useForm(
    empty,
    ({ old }) => (old === "" ? { old: "auth.errors.old_password_required" } : {}),
    { fieldOf: { wrong_old_password: "old", password_guessable: "fresh" } },
  );
  const { old, fresh, confirm } = values;
  const rules = judged.withJudge(props.rules, member ? knownOf(member) : []);
  const missesNothing = judged.missingRules(fresh, rules).rules.length === 0;
  const isReady = old !== "" && confirm !== "" && fresh === confirm && missesNothing;
  const isRefused = codeOf(failure) === "password_policy";
  const missing = isRefused && policy ? judged.missingRules(sent, judged.rulesOf(policy)) : null;

  const send = submit(async () => {
    if (!isReady) return;
    onTry?.();
    setSent(fresh);
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
      {failure === null || (isRefused && fresh !== sent) ? null : (
        <Outcome>
          {missing !== null && missing.rules.length > 0 ? (
            <Notice tone="danger" title={t("auth.password.missing")}>
              <ul>
                {missing.rules.map((rule) => (
                  <li key={rule.id}>{textOf(rule, missing)}</li>
                ))}
              </ul>
            </Notice>
          ) : (
            <FailureNotice error={failure} />
          )}
        </Outcome>
      )}
      <div className={`cluster ${form.actions}`}>
        <SubmitButton busy={isBusy} disabled={!isReady}>
          {t("auth.password.submit")}
        </SubmitButton>
        {children}
      </div>
    </form>
  );
}

const textOf = ({ id }: judged.PasswordRule, { min, max, special }: judged.PasswordRules) =>
  t(`auth.password.rules.${id}`, {
    min: formatNumber(min),
    max: formatNumber(max),
    characters: special,
  });

function Checklist({ password, rules }: { password: string; rules: judged.PasswordRules }) {
  return (
    <ul id="password-rules" className={`soft ${styles.rules}`}>
      {rules.rules.map((rule) => {
        const isMet = rule.isMet(password);
        return (
          <li key={rule.id} className={classNames(styles.rule, isMet && styles.met)}>
            <span aria-hidden="true" className={styles.tick} />
            {textOf(rule, rules)}
            <span className="visually-hidden">
              {isMet ? t("auth.password.rule_met") : t("auth.password.rule_open")}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
