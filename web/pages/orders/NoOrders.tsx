import { t } from "../../i18n/translate.ts";
import { useFirstScents } from "../../api/scents.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { SidePortrait } from "../../scent/ProductPortrait.tsx";
import { Tiles } from "../../scent/Tiles.tsx";
import tiles from "../../scent/tiles.module.css";
import { EmptyState } from "../../ui/EmptyState.tsx";
import styles from "./orders.module.css";

export default function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        picture={<SidePortrait />}
        title={t("shop.orders.none_in_period_title")}
        actions={<LinkButton href={paths.orders()}>{t("shop.orders.show_all")}</LinkButton>}
      >
        {t("shop.orders.none_in_period_text")}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t("shop.orders.empty_title")}
      beside={<SampleScents />}
      actions={
        <>
          <LinkButton variant="primary" href={paths.fragranceQuiz()}>
            {t("shop.cart.to_quiz")}
          </LinkButton>
          <LinkButton href={paths.scents()}>{t("common.all_scents")}</LinkButton>
        </>
      }
    >
      {t("shop.orders.empty_text")}
    </EmptyState>
  );
}

/** What an order could be about. Its space is kept. */
function SampleScents() {
  const { data, error } = useFirstScents(3);
  if (error !== undefined) return null;
  return (
    <div className={`${tiles.tiles} ${styles.scents}`}>
      {data === undefined ? (
        <ul className="list" aria-hidden="true">
          <li />
        </ul>
      ) : (
        <Tiles of={data.data} />
      )}
    </div>
  );
}
