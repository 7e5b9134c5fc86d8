import { useEffect } from "react";
import { useLocation } from "wouter";
import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { Dialog } from "../../ui/Dialog.tsx";

const redirectMilliseconds = 3_000;

export default function RegisteredModal() {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const login = paths.login({ locale });
  useEffect(() => {
    const timer = window.setTimeout(() => navigate(login), redirectMilliseconds);
    return () => window.clearTimeout(timer);
  }, [login, navigate]);
  return (
    <Dialog
      onClose={() => navigate(login)}
      dismissable={false}
      title={t("auth.register.done_title")}
      closeLabel={t("common.close")}
      actions={
        <LinkButton variant="primary" href={login}>
          {t("auth.register.done_action")}
        </LinkButton>
      }
    >
      <p>{t("auth.register.done_text")}</p>
    </Dialog>
  );
}
