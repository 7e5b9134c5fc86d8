import { useLocation } from "wouter";
import { useI18n } from "../../i18n/translate.ts";
import { ConsultantLink } from "../../layout/ConsultantLink.tsx";
import { LinkButton } from "../../layout/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Block } from "./use-entry.ts";

/** One sample set at a time: the one in the cart, the one on its way, or the one that may be on its way, comes first. */
export function BlockedDialog({ block }: { block: Block }) {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const goBack = () => navigate(paths.home({ locale }));
  return (
    <Dialog
      open
      onClose={goBack}
      title={t(`shop.quiz.blocked.${block}.title`)}
      closeLabel={t("shop.quiz.blocked.back")}
      actions={
        <>
          <Button onClick={goBack}>{t("shop.quiz.blocked.back")}</Button>
          {block === "unreadable" ? <ConsultantLink /> : null}
          <LinkButton variant="primary" href={block === "cart" ? paths.cart({ locale }) : paths.orders({ locale })}>
            {t(`shop.quiz.blocked.${block}.go`)}
          </LinkButton>
        </>
      }
    >
      <p>{t(`shop.quiz.blocked.${block}.text`)}</p>
    </Dialog>
  );
}
