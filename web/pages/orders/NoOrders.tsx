import { t } from "../../i18n/translate.ts";
import { useShopConfig } from "../../api/config.ts";
import { useScent } from "../../api/scents.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { LazyPortrait, SidePortrait } from "../../scent/ProductPortrait.tsx";
import { ScentLink } from "../../scent/ScentLink.tsx";
import { shownName } from "../../scent/product-name.ts";
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
        <LinkButton variant="primary" href={paths.fragranceQuiz()}>
          {t("shop.cart.to_quiz")}
        </LinkButton>
      }
    >
      {t("shop.orders.empty_text")}
    </EmptyState>
  );
}

const shown = 3;
const place = <li aria-hidden="true" className={styles.scentPlace} />;

/** What an order could be about. Their space is kept; one that cannot be read is left out. */
function SampleScents() {
  const { data: config, error } = useShopConfig();
  if (error !== undefined) return null;
  return (
    <ul className={styles.scents}>
      {config?.featured_scents.slice(0, shown).map((id) => <Sample key={id} id={id} />) ?? place}
    </ul>
  );
}

function Sample({ id }: { id: string }) {
  const { data, error } = useScent(id);
  if (data === undefined) return error === undefined ? place : null;
  return (
    <li>
      <ScentLink id={id} className={styles.scent}>
        <LazyPortrait productId={id} notes={data.notes} size="card" />
        <span className={styles.scentName}>{shownName(data.product)}</span>
      </ScentLink>
    </li>
  );
}
