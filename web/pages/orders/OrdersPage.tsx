import { useEffect, useRef } from "react";
import * as z from "zod/mini";
import { Redirect, useLocation, useSearch, Link } from "wouter";
import { ordersPageSize } from "#contract/limits";
import { formatNumber, plural, t } from "../../i18n/translate.ts";
import { useOrders } from "../../api/orders.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useForm } from "../../feedback/use-form.ts";
import { Page } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextField } from "../../ui/TextField.tsx";
import fold from "../../ui/fold.module.css";
import { late } from "../../ui/late.tsx";
import { OrderCard } from "./OrderCard.tsx";
import styles from "./orders.module.css";
import { classNames } from "../../ui/class-names.ts";

interface PagesProps {
  current: number;
  count: number;
  total: number;
  hrefOf: (page: number) => string;
}

function Pages({ current, count, total, hrefOf }: PagesProps) {
  const step = (page: number, word: string, sign: "←" | "→") => {
    const isThere = page >= 1 && page <= count;
    const face = (
      <>
        <span aria-hidden="true">{sign}</span>
        <span className={styles.word}>{word}</span>
      </>
    );
    const look = classNames("tap", styles.page, sign === "→" && styles.onwards);
    return isThere ? (
      <Link href={hrefOf(page)} className={look} aria-label={word}>
        {face}
      </Link>
    ) : (
      <span className={classNames(look, styles.nowhere)} aria-hidden="true">
        {face}
      </span>
    );
  };
  return (
    <nav className={`spread unprinted ${styles.pages}`} aria-label={t("shop.orders.pages")}>
      {step(current - 1, t("shop.orders.previous"), "←")}
      <ol className={styles.numbers}>
        {pageNumbers(current, count).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span className={`tap ${styles.gap}`}>…</span>
            ) : (
              <Link
                href={hrefOf(number)}
                className={`tap ${styles.page}`}
                aria-current={number === current ? "page" : undefined}
              >
                {formatNumber(number)}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <p className={styles.pageOf}>
        {plural("shop.orders.page_of", total, {
          page: formatNumber(current),
          pages: formatNumber(count),
        })}
      </p>
      {step(current + 1, t("shop.orders.next"), "→")}
    </nav>
  );
}

export function readOrdersQuery(query: URLSearchParams) {
  const page = Number(query.get("page"));
  return {
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, farthestPage) : 1,
    start: dayOf(query.get("start")),
    end: dayOf(query.get("end")),
  };
}

const farthestPage = 100_000;

const dayOf = (value: string | null) => z.safeParse(z.iso.date(), value).data;

/** First, last, current page and its neighbours; null is an ellipsis. */
export function pageNumbers(current: number, total: number): (number | null)[] {
  const near = [...new Set([1, current - 1, current, current + 1, total])]
    .filter((page) => page >= 1 && page <= total)
    .sort((one, other) => one - other);
  return near.flatMap((page, at) => (page - (near[at - 1] ?? page) > 1 ? [null, page] : [page]));
}

const byDate = `unprinted ${fold.fold} ${fold.line} ${styles.dates}`;
const Waiting = () => <Skeleton lines={12} label={t("common.loading")} />;
const NoOrders = late(() => import("./NoOrders.tsx"), <Waiting />);

export default function OrdersPage() {
  const [, navigate] = useLocation();
  const { page, start, end } = readOrdersQuery(new URLSearchParams(useSearch()));
  const { data, error, isLoading, mutate } = useOrders({ page, start, end });
  const top = useTopOnChange(`${page}/${start}/${end}`);
  const shown = error === undefined ? data : undefined;
  const count = Math.ceil((data?.total ?? 0) / ordersPageSize);
  const isFiltered = start !== undefined || end !== undefined;

  if (data && page > Math.max(1, count))
    return <Redirect to={paths.orders({ page: count || 1, start, end })} replace />;
  return (
    <Page
      title={t("shop.orders.title")}
      intro={t("shop.orders.subtitle")}
      width="wide"
      className={styles.orders}
    >
      <p className="letterhead spread" aria-hidden="true">
        <span>{t("common.brand")}</span>
        <span>{t("shop.orders.title")}</span>
      </p>
      <details ref={top} tabIndex={-1} open={isFiltered} className={byDate}>
        <summary>{t("shop.orders.by_date")}</summary>
        <DateFilter
          key={`${start ?? ""}/${end ?? ""}`}
          start={start ?? ""}
          end={end ?? ""}
          isDisabled={error !== undefined}
          onApply={(dates) => navigate(paths.orders({ ...dates }))}
        />
      </details>
      <FailureNotice title={t("shop.orders.failed")} error={error} retry={() => void mutate()} />
      {isLoading ? <Waiting /> : null}
      {shown?.total === 0 ? <NoOrders isFiltered={isFiltered} /> : null}
      <div>
        {shown?.data.map((order) => (
          <OrderCard key={order.id} order={order} />
        ))}
      </div>
      {shown ? (
        <p className={`soft unprinted ${styles.showing}`} role="status">
          {shown.total === 0
            ? ""
            : t("shop.orders.showing", {
                from: formatNumber((page - 1) * ordersPageSize + 1),
                to: formatNumber(Math.min(page * ordersPageSize, shown.total)),
                total: formatNumber(shown.total),
              })}
        </p>
      ) : null}
      {shown && count > 1 ? (
        <Pages
          current={page}
          count={count}
          total={shown.total}
          hrefOf={(number) => paths.orders({ page: number, start, end })}
        />
      ) : null}
    </Page>
  );
}

/** Another page of orders starts at its top, with the focus there; the first one stays. */
function useTopOnChange(shown: string) {
  const top = useRef<HTMLDetailsElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  return top;
}

interface DateFilterProps {
  start: string;
  end: string;
  isDisabled: boolean;
  onApply: (dates: { start?: string | undefined; end?: string | undefined }) => void;
}

function DateFilter({ start, end, isDisabled, onApply }: DateFilterProps) {
  const { values, field, change, submit } = useForm({ start, end }, (dates) =>
    dates.end !== "" && dates.start > dates.end ? { end: "shop.orders.end_before_start" } : {},
  );
  const { start: from, end: to } = values;
  const isEmpty = [start, end, from, to].every((date) => date === "");
  return (
    <form
      className={styles.filter}
      // The browser would complain in its own language.
      noValidate
      onSubmit={submit(async () => onApply({ start: from || undefined, end: to || undefined }))}
    >
      <TextField
        {...field("start")}
        label={t("shop.orders.from")}
        type="date"
        max={to || undefined}
      />
      <TextField
        {...field("end")}
        label={t("shop.orders.to")}
        type="date"
        min={from || undefined}
      />
      <Button type="submit" disabled={isDisabled}>
        {t("shop.orders.apply")}
      </Button>
      {isEmpty ? null : (
        <Button
          variant="quiet"
          onClick={() => {
            change({ start: "", end: "" });
            onApply({});
          }}
        >
          {t("shop.orders.clear")}
        </Button>
      )}
    </form>
  );
}
