import { useLocation, useSearch } from "wouter";
import { ordersPageSize } from "#contract/limits";
import { useOrders } from "../../api/orders.ts";
import { formatNumber } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { LinkButton } from "../../layout/LinkButton.tsx";
import { Page } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { DateFilter } from "./DateFilter.tsx";
import { OrderCard } from "./OrderCard.tsx";
import styles from "./orders.module.css";
import { Pages } from "./Pages.tsx";

const day = /^\d{4}-\d{2}-\d{2}$/;

export default function OrdersPage() {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const page = Math.max(1, Math.floor(Number(query.get("page"))) || 1);
  const dayOf = (name: string) => (day.test(query.get(name) ?? "") ? (query.get(name) ?? undefined) : undefined);
  const start = dayOf("start");
  const end = dayOf("end");
  const { data, error, isLoading, mutate } = useOrders({ page, start, end });
  const pageCount = Math.ceil((data?.total ?? 0) / ordersPageSize);

  return (
    <Page title={t("shop.orders.title")} intro={t("shop.orders.subtitle")} width="regular">
      <DateFilter
        key={`${start ?? ""}/${end ?? ""}`}
        start={start ?? ""}
        end={end ?? ""}
        onApply={(dates) => navigate(paths.orders({ locale, ...dates }))}
        onClear={() => navigate(paths.orders({ locale }))}
      />
      {error ? <FailureNotice error={error} retry={() => void mutate()} /> : null}
      {isLoading ? <Skeleton lines={10} label={t("common.loading")} /> : null}
      {data && data.data.length === 0 && !error ? (
        <EmptyState
          title={t("shop.orders.empty_title")}
          actions={
            <LinkButton variant="primary" href={paths.fragranceQuiz({ locale })}>
              {t("shop.cart.to_quiz")}
            </LinkButton>
          }
        >
          {t("shop.orders.empty_text")}
        </EmptyState>
      ) : null}
      {data && !error ? (
        <>
          <div className={styles.list}>
            {data.data.map((order) => (
              <OrderCard key={order.id} order={order} />
            ))}
          </div>
          {pageCount > 1 ? (
            <>
              <p className={styles.showing}>
                {t("shop.orders.showing", {
                  from: formatNumber(locale, (page - 1) * ordersPageSize + 1),
                  to: formatNumber(locale, Math.min(page * ordersPageSize, data.total)),
                  total: formatNumber(locale, data.total),
                })}
              </p>
              <Pages
                current={page}
                count={pageCount}
                total={data.total}
                hrefOf={(number) => paths.orders({ locale, page: number, start, end })}
              />
            </>
          ) : null}
        </>
      ) : null}
    </Page>
  );
}
