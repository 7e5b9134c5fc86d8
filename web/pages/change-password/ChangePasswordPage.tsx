import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { LinkButton } from "../../layout/LinkButton.tsx";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { rulesOfPolicy } from "./password-rules.ts";
import { usePasswordPolicy } from "./use-password-policy.ts";

const redirectMilliseconds = 3_000;

export default function ChangePasswordPage() {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const isAsked = new URLSearchParams(useSearch()).get("force") === "true";
  const { isAuthenticated, mustChangePassword } = useAuth();
  // What is owed decides, not the address; and once it is paid the page does not change under the reader's eyes.
  const [wasOwed] = useState(mustChangePassword);
  const isForced = isAsked || wasOwed || mustChangePassword;
  const [isDone, setDone] = useState(false);
  const { data: policy, error, mutate } = usePasswordPolicy();

  useEffect(() => {
    if (!isDone) return;
    const timer = window.setTimeout(() => navigate(paths.fragranceQuiz({ locale })), redirectMilliseconds);
    return () => window.clearTimeout(timer);
  }, [isDone, locale, navigate]);

  if (!isAuthenticated) {
    return (
      <SplitPage title={t("auth.change.title")}>
        <Notice
          tone="info"
          title={t("auth.change.sign_in_title")}
          actions={
            <LinkButton variant="primary" href={paths.login({ locale, from: paths.changePassword({ locale }) })}>
              {t("auth.login.submit")}
            </LinkButton>
          }
        >
          <p>{t("auth.change.sign_in_text")}</p>
        </Notice>
      </SplitPage>
    );
  }
  return (
    <SplitPage title={t("auth.change.title")} intro={isForced ? t("auth.change.intro_forced") : t("auth.change.intro")}>
      {isDone ? (
        <Notice tone="success" title={t("auth.change.done_title")}>
          <p>{t("auth.change.done_text")}</p>
        </Notice>
      ) : null}
      {error ? <FailureNotice error={error} retry={() => void mutate()} /> : null}
      {!policy && !error ? <Skeleton lines={7} label={t("common.loading")} /> : null}
      {policy ? (
        <PasswordForm
          rules={rulesOfPolicy(policy)}
          isDone={isDone}
          onChanged={() => {
            useAuth.getState().passwordChanged();
            setDone(true);
          }}
        >
          {isForced ? null : (
            <Button
              variant="quiet"
              onClick={() => (history.length > 1 ? history.back() : navigate(paths.profile({ locale, tab: "password" })))}
            >
              {t("common.back")}
            </Button>
          )}
        </PasswordForm>
      ) : null}
    </SplitPage>
  );
}
