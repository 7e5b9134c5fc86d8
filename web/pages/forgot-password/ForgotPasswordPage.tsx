import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "wouter";
import { EmailField, emailRules } from "../../account/EmailField.tsx";
import { ApiError, api } from "../../api/client.ts";
import { formatWait } from "../../i18n/dates.ts";
import { useI18n } from "../../i18n/translate.ts";
import { useWork } from "../../feedback/use-work.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import styles from "../../ui/form.module.css";

export default function ForgotPasswordPage() {
  const { locale, t } = useI18n();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { failure, run } = useWork();
  const { register, handleSubmit, formState } = useForm({
    mode: "onTouched",
    defaultValues: { email: "" },
  });

  const ask = handleSubmit(async (form) => {
    const email = form.email.normalize("NFKC").trim();
    setSentTo(null);
    const json = { email, language: locale };
    if (await run(() => api.send("POST", "/auth/forgot-password", { json }))) setSentTo(email);
  });

  return (
    <SplitPage title={t("auth.forgot.title")} intro={t("auth.forgot.intro")}>
      <form className={styles.form} noValidate onSubmit={(event) => void ask(event)}>
        <EmailField
          {...register("email", emailRules(t))}
          enterKeyHint="send"
          error={formState.errors.email?.message}
        />
        {failure === null ? null : <Failure error={failure} />}
        {sentTo === null ? null : (
          <Notice tone="success" title={t("auth.forgot.sent_title")}>
            <p>{t("auth.forgot.sent_text", { email: sentTo })}</p>
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          className={styles.wide}
          busy={formState.isSubmitting}
        >
          {t("auth.forgot.submit")}
        </Button>
      </form>
      <p className={styles.ways}>
        <Link href={paths.login({ locale })}>{t("auth.back_to_login")}</Link>
      </p>
    </SplitPage>
  );
}

function Failure({ error }: { error: unknown }) {
  const { locale, t } = useI18n();
  const wait =
    error instanceof ApiError && error.code === "too_many_requests" && error.retryAfterSeconds;
  if (!wait) return <FailureNotice error={error} />;
  return (
    <Notice tone="danger">
      <p>{t("auth.forgot.limited", { time: formatWait(locale, wait) })}</p>
    </Notice>
  );
}
