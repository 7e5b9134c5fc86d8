import { lazy, Suspense, useState } from "react";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Outcome } from "../../feedback/Outcome.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import styles from "../../ui/form.module.css";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { RegisteredModal } from "./RegisteredModal.tsx";
import { RegisterFields } from "./RegisterFields.tsx";
import type { Registering } from "./use-registration.ts";

const PrivacyModal = lazy(() => import("./PrivacyModal.tsx"));

interface RegisterFormProps {
  form: Registering;
  isBusiness: boolean;
  onBack: () => void;
}

export function RegisterForm({ form, isBusiness, onBack }: RegisterFormProps) {
  const { t } = useI18n();
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const { errors, failure, submitCount } = form;
  return (
    <>
      <form className={styles.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <ErrorSummary key={submitCount} errors={errors} isShown={submitCount > 0} />
        <RegisterFields form={form} isBusiness={isBusiness} />
        <div>
          <Checkbox {...form.agreedField} label={t("auth.register.terms")} />
          <Button variant="quiet" onClick={() => setPolicyOpen(true)}>
            {t("auth.register.read_terms")}
          </Button>
        </div>
        {failure === null ? null : (
          <Outcome>
            <FailureNotice error={failure} />
          </Outcome>
        )}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={form.isSubmitting}>
            {t("auth.register.submit")}
          </Button>
          <Button variant="quiet" onClick={onBack}>
            {t("common.back")}
          </Button>
        </div>
      </form>
      {isPolicyOpen ? (
        <Suspense>
          <PrivacyModal onClose={() => setPolicyOpen(false)} />
        </Suspense>
      ) : null}
      <RegisteredModal open={form.isRegistered} />
    </>
  );
}
