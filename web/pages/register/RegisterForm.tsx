import { lazy, Suspense, useState } from "react";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { ErrorSummary } from "../../feedback/ErrorSummary.tsx";
import { Outcome } from "../../feedback/Outcome.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import styles from "../../ui/form.module.css";
import { RegisterFields } from "./RegisterFields.tsx";
import { registrationFields } from "./registration.ts";
import type { Registering } from "./use-registration.ts";

const PrivacyModal = lazy(() => import("./PrivacyModal.tsx"));
const RegisteredModal = lazy(() => import("./RegisteredModal.tsx"));

interface RegisterFormProps {
  form: Registering;
  isBusiness: boolean;
  onBack: () => void;
}

export function RegisterForm({ form, isBusiness, onBack }: RegisterFormProps) {
  const { plural, t } = useI18n();
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const { errors, failure, submitCount } = form;
  const wrong =
    submitCount === 0 ? [] : registrationFields.filter((name) => errors[name] !== undefined);
  return (
    <>
      <form className={styles.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <ErrorSummary
          key={submitCount}
          title={plural("auth.register.mistakes", wrong.length)}
          mistakes={wrong.map((name) => ({
            name,
            text: t("auth.register.mistake", {
              field: t(`auth.fields.${name}`),
              text: errors[name]?.message ?? "",
            }),
          }))}
          onChoose={(name) => document.getElementById(name)?.focus()}
        />
        <RegisterFields form={form} isBusiness={isBusiness} />
        <Checkbox {...form.agreedField} label={t("auth.register.terms")}>
          <Button variant="quiet" onClick={() => setPolicyOpen(true)}>
            {t("auth.register.read_terms")}
          </Button>
        </Checkbox>
        {failure === null ? null : (
          <Outcome>
            <FailureNotice error={failure} />
          </Outcome>
        )}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" className={styles.wide} busy={form.isSubmitting}>
            {t("auth.register.submit")}
          </Button>
          <Button variant="quiet" onClick={onBack}>
            {t("common.back")}
          </Button>
        </div>
      </form>
      <Suspense>
        {isPolicyOpen ? <PrivacyModal onClose={() => setPolicyOpen(false)} /> : null}
        {form.isRegistered ? <RegisteredModal /> : null}
      </Suspense>
    </>
  );
}
