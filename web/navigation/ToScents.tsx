import { t } from "../i18n/translate.ts";
import { paths } from "../paths.ts";
import { LinkButton } from "./LinkButton.tsx";

export const ToScents = () => (
  <>
    <LinkButton variant="primary" href={paths.fragranceQuiz()}>
      {t("shop.cart.to_quiz")}
    </LinkButton>
    <LinkButton href={paths.scents()}>{t("common.all_scents")}</LinkButton>
  </>
);
