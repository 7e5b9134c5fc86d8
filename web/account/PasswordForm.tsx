import { type ReactNode, useState } from "react";
import { useForm, useWatch, type UseFormRegisterReturn } from "react-hook-form";
import { changePassword, usePasswordPolicy } from "../api/account.ts";
import { ApiError } from "../api/client.ts";
import { errorText } from "../api/errors.ts";
import { FailureNotice } from "../feedback/FailureNotice.tsx";
import { Outcome } from "../feedback/Outcome.tsx";
import { formatNumber } from "../i18n/format.ts";
import { useI18n } from "../i18n/translate.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { classNames } from "../ui/class-names.ts";
import form from "../ui/form.module.css";
import { PasswordInput } from "./PasswordInput.tsx";
import {
  meetsRules,
  type PasswordRules,
  type PasswordRule,
  missingRules,
  rulesOf,
} from "./password-rules.ts";
import styles from "./password.module.css";

interface PasswordFormProps {
  rules: PasswordRules;
  onChanged: () => void;
  onTry?: () => void;
  children?: ReactNode;
}

/** Old, new and confirmed password; the button is enabled once the screen's own rules are met. */
export function PasswordForm({ rules, onChanged, onTry, children }: PasswordFormProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { change, failure, clearFailure } = usePasswordChange();
  const { register, handleSubmit, control, reset, formState } = useForm({
    mode: "onTouched",
    defaultValues: { old: "", fresh: "", confirm: "" },
  });
  const [old, fresh, confirm] = useWatch({ control, name: ["old", "fresh", "confirm"] });
  const isReady = old !== "" && confirm !== "" && fresh === confirm && meetsRules(fresh, rules);
  const isOldWrong = failure?.kind === "wrong_old_password";
  const isGuessable = failure?.kind === "password_guessable";

  const submit = handleSubmit(async () => {
    if (!isReady) return;
    onTry?.();
    if (!(await change(old, fresh))) return;
    reset();
    onChanged();
  });

  return (
    <form className={form.form} noValidate onSubmit={(event) => void submit(event)}>
      <PasswordInput
        {...register("old", {
          required: t("auth.errors.old_password_required"),
          onChange: clearFailure,
        })}
        label={t("auth.fields.old_password")}
        autoComplete="current-password"
        enterKeyHint="next"
        error={isOldWrong ? errorText(i18n, failure.error) : formState.errors.old?.message}
      />
      <div>
        <PasswordInput
          {...register("fresh", { onChange: clearFailure })}
          label={t("auth.fields.new_password")}
          autoComplete="new-password"
          enterKeyHint="next"
          aria-describedby="password-rules"
          error={isGuessable ? errorText(i18n, failure.error) : undefined}
        />
        <PasswordChecklist id="password-rules" password={fresh} rules={rules} />
      </div>
      <ConfirmInput {...register("confirm")} isMatch={confirm === "" ? null : fresh === confirm} />
      {failure?.kind === "missing_rules" ? (
        <Outcome>
          <MissingRules rules={failure.missing} />
        </Outcome>
      ) : null}
      {failure?.kind === "other" ? (
        <Outcome>
          <FailureNotice error={failure.error} />
        </Outcome>
      ) : null}
      <div className={form.actions}>
        <Button
          type="submit"
          variant="primary"
          className={form.wide}
          busy={formState.isSubmitting}
          disabled={!isReady}
        >
          {t("auth.password.submit")}
        </Button>
        {children}
      </div>
    </form>
  );
}

/** `isMatch` is null while nothing is typed. */
function ConfirmInput({
  isMatch,
  ...field
}: { isMatch: boolean | null } & UseFormRegisterReturn<"confirm">) {
  const { t } = useI18n();
  return (
    <PasswordInput
      {...field}
      label={t("auth.fields.confirm_password")}
      autoComplete="new-password"
      enterKeyHint="done"
      hint={<output>{isMatch === true ? `✓ ${t("auth.password.match")}` : null}</output>}
      error={isMatch === false ? t("auth.password.mismatch") : undefined}
    />
  );
}

function useRuleText(): (rule: PasswordRule) => string {
  const { locale, t } = useI18n();
  return ({ id, limits: { min, max, special } }) =>
    t(`auth.password.rules.${id}`, {
      min: formatNumber(locale, min),
      max: formatNumber(locale, max),
      characters: special,
    });
}

function MissingRules({ rules }: { rules: PasswordRules }) {
  const { t } = useI18n();
  const textOf = useRuleText();
  return (
    <Notice tone="danger" title={t("auth.password.missing")}>
      <ul>
        {rules.rules.map((rule) => (
          <li key={rule.id}>{textOf(rule)}</li>
        ))}
      </ul>
    </Notice>
  );
}

function PasswordChecklist({
  id,
  password,
  rules,
}: {
  id: string;
  password: string;
  rules: PasswordRules;
}) {
  const { t } = useI18n();
  const textOf = useRuleText();
  return (
    <ul id={id} className={styles.rules}>
      {rules.rules.map((rule) => {
        const isMet = rule.isMet(password);
        return (
          <li key={rule.id} className={classNames(styles.rule, isMet && styles.met)}>
            <span aria-hidden="true" className={styles.tick} />
            {textOf(rule)}
            <span className="visually-hidden">
              {isMet ? t("auth.password.rule_met") : t("auth.password.rule_open")}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Told at the field itself. */
const fieldFailures = ["wrong_old_password", "password_guessable"] as const;
type FieldFailure = (typeof fieldFailures)[number];

type PasswordFailure =
  | { kind: FieldFailure | "other"; error: unknown }
  | { kind: "missing_rules"; missing: PasswordRules };

function usePasswordChange() {
  const { data: policy } = usePasswordPolicy();
  const [refusal, setRefusal] = useState<{ error: unknown; password: string } | null>(null);

  /** @returns whether the password was changed. */
  const change = async (oldPassword: string, newPassword: string): Promise<boolean> => {
    setRefusal(null);
    try {
      await changePassword(oldPassword, newPassword);
      return true;
    } catch (error) {
      setRefusal({ error, password: newPassword });
      return false;
    }
  };

  // Sorted with every rendering: the policy may arrive after the refusal.
  const sorted = (): PasswordFailure | null => {
    if (refusal === null) return null;
    const { error, password } = refusal;
    const code = error instanceof ApiError ? error.code : null;
    const missing =
      policy && code === "password_policy" ? missingRules(password, rulesOf(policy)) : null;
    if (missing && missing.rules.length > 0) return { kind: "missing_rules", missing };
    return { kind: fieldFailures.find((kind) => kind === code) ?? "other", error };
  };

  return { change, failure: sorted(), clearFailure: () => setRefusal(null) };
}
