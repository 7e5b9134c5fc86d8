import { useLocation } from "wouter";
import { useI18n } from "../../i18n/translate.ts";
import { ConsultantLink } from "../../navigation/ConsultantLink.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { QuizBlock } from "./use-entry.ts";

export function BlockedDialog({ block }: { block: QuizBlock }) {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const reason = block === "sample" ? "order" : block;
  const goBack = () => navigate(paths.home({ locale }));
  return (
    <Dialog
      open
      onClose={goBack}
      title={t(`shop.quiz.blocked.${reason}.title`)}
      closeLabel={t("shop.quiz.blocked.back")}
      actions={
        <>
          <Button onClick={goBack}>{t("shop.quiz.blocked.back")}</Button>
          {block === "unreadable" ? <ConsultantLink /> : null}
          <LinkButton
            variant="primary"
            href={block === "cart" ? paths.cart({ locale }) : paths.orders({ locale })}
          >
            {t(`shop.quiz.blocked.${reason}.go`)}
          </LinkButton>
        </>
      }
    >
      <p>{t(`shop.quiz.blocked.${reason}.text`)}</p>
    </Dialog>
  );
}
