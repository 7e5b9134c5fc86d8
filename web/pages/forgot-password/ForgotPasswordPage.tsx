import { useState } from "react";
import { Link } from "wouter";
import { locale, t } from "../../i18n/translate.ts";
import { EmailField, mistakeInEmail } from "../../account/EmailField.tsx";
import { api } from "../../api/client.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useForm } from "../../feedback/use-form.ts";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { paths } from "../../paths.ts";
import { SubmitButton } from "../../account/SubmitButton.tsx";
import { Notice } from "../../ui/Notice.tsx";
import styles from "../../ui/form.module.css";

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { field, submit, isBusy, failure } = useForm(
    { email: "" },
    ({ email }) => mistakeInEmail(email),
    { storedAs: "forgot-password" },
  );
  const ask = submit(async (form) => {
    const email = form.email.normalize("NFKC").trim();
    setSentTo(null);
    await api.send("POST", "/auth/forgot-password", { json: { email, language: locale } });
    setSentTo(email);
  });

  return (
    <SplitPage title={t("auth.forgot.title")} intro={t("auth.forgot.intro")}>
      <form className={styles.form} noValidate onSubmit={ask}>
        <EmailField {...field("email")} enterKeyHint="send" />
        <FailureNotice error={failure} />
        {sentTo === null ? null : (
          <Notice tone="success" title={t("auth.forgot.sent_title")}>
            <p>{t("auth.forgot.sent_text", { email: sentTo })}</p>
          </Notice>
        )}
        <SubmitButton busy={isBusy}>{t("auth.forgot.submit")}</SubmitButton>
      </form>
      <p className={styles.ways}>
        <Link className="tap" href={paths.login()}>
          {t("auth.back_to_login")}
        </Link>
      </p>
    </SplitPage>
  );
}
