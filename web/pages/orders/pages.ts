import { ordersPageSize } from "#contract/limits";

export interface OrdersQuery {
  page: number;
  start: string | undefined;
  end: string | undefined;
}

/** Invalid pages count as the first; invalid dates are ignored. */
export function readOrdersQuery(query: URLSearchParams): OrdersQuery {
  const page = Number(query.get("page"));
  return {
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, farthestPage) : 1,
    start: dayOf(query.get("start")),
    end: dayOf(query.get("end")),
  };
}

/** Keeps `skip` within what the upstream takes. */
const farthestPage = 100_000;

function dayOf(value: string | null): string | undefined {
  if (value === null || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined;
}

export const pageCountOf = (total: number) => Math.ceil(total / ordersPageSize);

/** First, last, current page and its neighbours; null is an ellipsis. */
export function pageNumbers(current: number, total: number): (number | null)[] {
  if (total <= 1) return total === 1 ? [1] : [];
  const numbers: (number | null)[] = [1];
  if (current > 3) numbers.push(null);
  for (let page = Math.max(2, current - 1); page <= Math.min(total - 1, current + 1); page += 1)
    numbers.push(page);
  if (current < total - 2) numbers.push(null);
  numbers.push(total);
  return numbers;
}
