import { useState, type ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ApiError, api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import form from "../../layout/form.module.css";
import { MissingRules, PasswordChecklist } from "./PasswordChecklist.tsx";
import { meetsRules, missingRules, rulesBeyond, type PasswordRules } from "./password-rules.ts";
import { usePasswordPolicy } from "./use-password-policy.ts";

interface PasswordFormProps {
  rules: PasswordRules;
  onChanged: () => void;
  /** Before each try. */
  onTry?: () => void;
  isDone: boolean;
  /** Stands beside the submit button. */
  children?: ReactNode;
}

/** Old, new and confirmed password; the button wakes up when everything holds. */
export function PasswordForm({ rules, onChanged, onTry, isDone, children }: PasswordFormProps) {
  const { t } = useI18n();
  const { data: policy } = usePasswordPolicy();
  const [failure, setFailure] = useState<unknown>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { register, handleSubmit, control, reset, formState } = useForm({
    mode: "onTouched",
    defaultValues: { old: "", fresh: "", confirm: "" },
  });
  const [old, fresh, confirm] = useWatch({ control, name: ["old", "fresh", "confirm"] });
  const isMatch = confirm !== "" && fresh === confirm;
  const isReady = old !== "" && isMatch && meetsRules(fresh, rules);
  const missing = policy && refused !== null ? missingRules(refused, rulesBeyond(rules, policy)) : null;
  const isOldWrong = failure instanceof ApiError && failure.code === "wrong_old_password";
  const words = {
    showShort: t("auth.password.show_short"),
    hideShort: t("auth.password.hide_short"),
    showLabel: t("auth.password.show"),
    hideLabel: t("auth.password.hide"),
    required: true,
  };

  const change = handleSubmit(async () => {
    if (!isReady || isDone) return;
    setFailure(null);
    setRefused(null);
    onTry?.();
    try {
      await api.send("POST", "/auth/change-password", {
        json: { old_password: old, new_password: fresh, confirm_password: confirm },
      });
      reset();
      onChanged();
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError && error.code === "password_policy") setRefused(fresh);
    }
  });

  return (
    <form className={form.form} noValidate onSubmit={(event) => void change(event)}>
      {failure === null || isOldWrong ? null : missing?.rules.length ? (
        <MissingRules rules={missing} />
      ) : (
        <FailureNotice error={failure} />
      )}
      <PasswordField
        {...register("old", { required: t("auth.errors.old_password_required"), onChange: () => setFailure(null) })}
        {...words}
        label={t("auth.fields.old_password")}
        autoComplete="current-password"
        enterKeyHint="next"
        error={isOldWrong ? errorText(t, failure) : formState.errors.old?.message}
      />
      <div>
        <PasswordField
          {...register("fresh")}
          {...words}
          label={t("auth.fields.new_password")}
          autoComplete="new-password"
          enterKeyHint="next"
          aria-describedby="password-rules"
        />
        <PasswordChecklist id="password-rules" password={fresh} rules={rules} />
      </div>
      <PasswordField
        {...register("confirm")}
        {...words}
        label={t("auth.fields.confirm_password")}
        autoComplete="new-password"
        enterKeyHint="done"
        hint={<output>{confirm === "" ? null : isMatch ? `✓ ${t("auth.password.match")}` : null}</output>}
        error={confirm !== "" && !isMatch ? t("auth.password.mismatch") : undefined}
      />
      <div className={form.actions}>
        <Button type="submit" variant="primary" busy={formState.isSubmitting} disabled={!isReady || isDone}>
          {t("auth.password.submit")}
        </Button>
        {children}
      </div>
    </form>
  );
}
