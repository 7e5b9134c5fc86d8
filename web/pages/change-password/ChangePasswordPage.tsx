import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { t } from "../../i18n/translate.ts";
import { Loading, Done } from "../../feedback/FailureNotice.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordForm } from "../../account/PasswordForm.tsx";
import { rulesOfPolicy } from "../../account/password-rules.ts";
import { usePasswordPolicy } from "../../api/account.ts";

const redirectMilliseconds = 3_000;

export default function ChangePasswordPage() {
  const isAsked = new URLSearchParams(useSearch()).get("force") === "true";
  const { isAuthenticated, mustChangePassword } = useAuth();
  // Kept from the first rendering, so that the texts do not change after the password did.
  const [wasRequired] = useState(mustChangePassword);
  const isForced = isAsked || wasRequired || mustChangePassword;
  if (!isAuthenticated) return <SignInFirst />;
  return (
    <SplitPage
      title={t("auth.change.title")}
      intro={isForced ? t("auth.change.intro_forced") : t("auth.change.intro")}
    >
      <Change isForced={isForced} />
    </SplitPage>
  );
}

function SignInFirst() {
  return (
    <SplitPage title={t("auth.change.title")}>
      <Notice
        tone="info"
        title={t("auth.change.sign_in_title")}
        actions={
          <LinkButton variant="primary" href={paths.login({ from: paths.changePassword() })}>
            {t("auth.login.submit")}
          </LinkButton>
        }
      >
        <p>{t("auth.change.sign_in_text")}</p>
      </Notice>
    </SplitPage>
  );
}

function Change({ isForced }: { isForced: boolean }) {
  const [, navigate] = useLocation();
  const [isDone, setDone] = useState(false);
  const policyRead = usePasswordPolicy();
  const { data: policy } = policyRead;

  useEffect(() => {
    if (!isDone) return;
    const goOn = () => navigate(paths.fragranceQuiz());
    const timer = window.setTimeout(goOn, redirectMilliseconds);
    return () => window.clearTimeout(timer);
  }, [isDone, navigate]);

  const finish = () => {
    useAuth.getState().passwordChanged();
    setDone(true);
  };
  const goBack = () =>
    history.length > 1 ? history.back() : navigate(paths.profile({ tab: "password" }));
  if (isDone)
    return (
      <Done title={t("auth.change.done_title")}>
        <p>{t("auth.change.done_text")}</p>
      </Done>
    );
  return (
    <>
      <Loading of={policyRead} lines={7} />
      {policy ? (
        <PasswordForm rules={rulesOfPolicy(policy)} onChanged={finish}>
          {isForced ? null : (
            <Button variant="quiet" onClick={goBack}>
              {t("common.back")}
            </Button>
          )}
        </PasswordForm>
      ) : null}
    </>
  );
}
