import { lazy } from "react";
import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SampleScents } from "./SampleScents.tsx";

const SidePortrait = lazy(() => import("../../scent/SidePortrait.tsx"));

export default function NoOrders({
  isFiltered,
  onShowAll,
}: {
  isFiltered: boolean;
  onShowAll: () => void;
}) {
  const { locale, t } = useI18n();
  if (isFiltered)
    return (
      <EmptyState
        picture={<SidePortrait />}
        title={t("shop.orders.none_in_period_title")}
        actions={
          <Button variant="secondary" onClick={onShowAll}>
            {t("shop.orders.show_all")}
          </Button>
        }
      >
        {t("shop.orders.none_in_period_text")}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t("shop.orders.empty_title")}
      beside={<SampleScents />}
      actions={
        <LinkButton variant="primary" href={paths.fragranceQuiz({ locale })}>
          {t("shop.cart.to_quiz")}
        </LinkButton>
      }
    >
      {t("shop.orders.empty_text")}
    </EmptyState>
  );
}
