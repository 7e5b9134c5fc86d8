import { t } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { ToScents } from "../../navigation/ToScents.tsx";
import { paths } from "../../paths.ts";
import { SidePortrait } from "../../scent/ProductPortrait.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

export default function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  const reason = isFiltered ? "none_in_period" : "empty";
  const all = <LinkButton href={paths.orders()}>{t("shop.orders.show_all")}</LinkButton>;
  return (
    <EmptyState
      picture={<SidePortrait />}
      title={t(`shop.orders.${reason}_title`)}
      actions={isFiltered ? all : <ToScents />}
    >
      {t(`shop.orders.${reason}_text`)}
    </EmptyState>
  );
}
