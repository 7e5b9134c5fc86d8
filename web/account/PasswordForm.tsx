import type { ReactNode } from "react";
import { useForm, useWatch, type UseFormRegisterReturn } from "react-hook-form";
import { errorText } from "../api/errors.ts";
import { FailureNotice } from "../feedback/FailureNotice.tsx";
import { Outcome } from "../feedback/Outcome.tsx";
import { useI18n } from "../i18n/translate.ts";
import { Button } from "../ui/Button.tsx";
import form from "../ui/form.module.css";
import { MissingRules, PasswordChecklist } from "./PasswordChecklist.tsx";
import { PasswordInput } from "./PasswordInput.tsx";
import { meetsRules, type PasswordRules } from "./password-rules.ts";
import { usePasswordChange } from "./use-password-change.ts";

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
  const { change, shown, failure, clearFailure } = usePasswordChange(rules);
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
        <PasswordChecklist id="password-rules" password={fresh} rules={shown} />
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
