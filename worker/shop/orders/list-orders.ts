/**
 * Lays the shop's own books over the upstream's orders: what was paid or cancelled here shows so at
 * once, even if the upstream does not know, with what was chosen and what was given back.
 */
import * as z from "zod/mini";
import { wholeInQuery } from "#contract/fields";
import { orderCheckPageSize } from "#contract/limits";
import * as upstream from "../../upstream/orders.ts";
import * as statuses from "#contract/order";
import type { Order, OrderItem, OrderStatus } from "#contract/order";
import type { Deps, MemberActor } from "../../deps.ts";
import { selectSnapshots } from "../../store/refusals.ts";
import { markKnown } from "../../store/outbox.ts";
import { selectCancelledOrders } from "../../store/cancelled-orders.ts";
import { attemptStates } from "../../store/attempt-states.ts";
import { selectAttempts, selectPaidOrders, type Attempt } from "../../store/payments.ts";
import { selectMadeRefunds } from "../../store/refunds.ts";
import { orderPages } from "./own-order.ts";
import { kindOfCartItem, kindOfOrderItem } from "#contract/item-kind";
import type { OrderedLine } from "../../store/schema.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { isRefusedToken } from "../sessions/as-member.ts";

const day = z.optional(z.iso.date("invalid"));
export const ordersQuery = z.strictObject({
  skip: wholeInQuery(0, 1_000_000),
  limit: wholeInQuery(1, orderCheckPageSize),
  start_date: day,
  end_date: day,
});
export type OrdersQuery = z.infer<typeof ordersQuery>;

export async function listOrders(deps: Deps, actor: MemberActor, query: OrdersQuery) {
  const { body } = await upstream.listOrders(deps.upstream, { query: { ...query } });
  const data = await withOwnBooks(deps, actor, body.data);
  const skip = query.skip ?? 0;
  const isFullPage = query.limit !== undefined && data.length >= query.limit;
  // Without a total, a full page may be followed by another.
  return { data, total: body.total ?? skip + data.length + (isFullPage ? 1 : 0) };
}

export function selectOwnStatuses({ db }: Deps, { memberId }: MemberActor) {
  return [selectPaidOrders(db, memberId), selectCancelledOrders(db, memberId)] as const;
}

export async function withOwnBooks(deps: Deps, actor: MemberActor, orders: readonly Order[]) {
  const { memberId } = actor;
  if (orders.length === 0) return [];
  const { db } = deps;
  const names = [...new Set(orders.flatMap(({ id, order_id }) => [id, order_id]))];
  const quizzes = orders.flatMap(({ survey_response_id }) => survey_response_id ?? []);
  const [paid, cancelled, tries, refunds, snapshots] = await db.batch([
    selectPaidOrders(db, memberId, names),
    selectCancelledOrders(db, memberId, names),
    selectAttempts(db, memberId, names),
    selectMadeRefunds(db, memberId, names),
    selectSnapshots(db, memberId, quizzes),
  ]);
  const known = withOwnStatuses(deps, orders, { paid, cancelled });
  const refused = new Map(snapshots.map(({ responseId, refusals }) => [responseId, refusals]));
  return known.map((order) => {
    const own = tries.filter((entry) => isOf(order, entry));
    const lines = own.find((entry) => entry.lines !== null)?.lines ?? [];
    const made = refunds
      .filter((refund) => isOf(order, refund))
      .map(({ amountTwd: amount_twd, madeAt }) => ({ amount_twd, made_at: isoOf(madeAt) }));
    const without = refused.get(order.survey_response_id ?? "");
    return {
      ...withTries(withOwnLines(order, lines), own),
      ...(made.length > 0 && { refunds: made }),
      ...(without?.length && { without }),
    };
  });
}

export interface OwnStatuses {
  paid: Awaited<ReturnType<typeof selectPaidOrders>>;
  cancelled: Awaited<ReturnType<typeof selectCancelledOrders>>;
}

/** Also marks what the upstream turns out to know. */
export function withOwnStatuses(deps: Deps, orders: readonly Order[], own: OwnStatuses): Order[] {
  const known = orders.flatMap((order) => {
    const paid = entryOf(order, own.paid);
    return paid?.isUnreported === true && statuses.isPaidAndOnItsWay(order) ? [paid.orderId] : [];
  });
  if (known.length > 0) deps.waitUntil(markKnown(deps.db, known, deps.now()));
  return orders.map((order) => {
    const payment = entryOf(order, own.paid);
    const isCancelled = entryOf(order, own.cancelled) !== undefined;
    const status = ownStatus(order, payment !== undefined, isCancelled);
    if (typeof payment?.paidAt !== "number") return { ...order, status };
    return { ...order, status, paid_at: isoOf(payment.paidAt) };
  });
}

const isoOf = (at: number) => new Date(at).toISOString();

/** `own` with the latest first. */
function withTries(order: Order, own: readonly Attempt[]): Order {
  const note = own.map(({ snapshot }) => snapshot?.customerNote).find((one) => one !== undefined);
  const tradeNo = own.find(({ state }) => attemptStates[state].isPaid)?.tradeNo;
  const [latest] = own;
  const wasDeclined = statuses.isPayable(order) && latest && attemptStates[latest.state].isDeclined;
  return {
    ...order,
    ...(latest && { order_total_price: latest.amountTwd }),
    ...(latest?.sums && { sums: latest.sums }),
    ...(tradeNo && { trade_no: tradeNo }),
    ...(wasDeclined && { was_declined: true }),
    ...(note && { customer_note: note }),
  };
}

/** Key and number stand in for each other, on both sides. */
export function isOf(
  order: Pick<Order, "id" | "order_id">,
  { orderId, orderNumber }: upstream.PlacedOrder,
) {
  return [order.id, order.order_id].some((name) => name === orderId || name === orderNumber);
}

function entryOf<Entry extends upstream.PlacedOrder>(order: Order, entries: readonly Entry[]) {
  return entries.find((entry) => isOf(order, entry));
}

function ownStatus(order: Order, isPaid: boolean, isCancelled: boolean): string {
  // What the upstream says later than that wins.
  const isUnpaid = statuses.isUnpaid(order);
  const isEarly = statuses.statusOf(order.status) === null || isUnpaid || statuses.isOrdered(order);
  if (isPaid && isEarly) return "pending" satisfies OrderStatus;
  return isCancelled && isUnpaid ? ("cancelled" satisfies OrderStatus) : order.status;
}

/** With what the shop sent at checkout: the upstream's orders are documented to hold less. */
export function withOwnLines(order: Order, lines: readonly OrderedLine[]): Order {
  const left = [...lines];
  const order_items = order.order_items.map((item) => {
    const at = left.findIndex((line) => isSameLine(item, line));
    const [line] = at === -1 ? [] : left.splice(at, 1);
    return line === undefined ? item : filled(item, line);
  });
  return { ...order, order_items };
}

/** What the upstream does not say of a line contradicts nothing. */
function isSameLine(item: OrderItem, line: OrderedLine): boolean {
  const agrees = <Value>(said: Value | null | undefined | "", ours: Value) =>
    said === null || said === undefined || said === "" || said === ours;
  return (
    kindOfOrderItem(item) === kindOfCartItem({ type: line.saleType, itemType: line.itemType }) &&
    item.amount === line.amount &&
    agrees(item.product_number, line.label) &&
    agrees(item.price, line.price) &&
    agrees(item.concentration, line.concentration) &&
    agrees(item.label_text, line.labelText)
  );
}

function filled(item: OrderItem, line: OrderedLine): OrderItem {
  return {
    ...item,
    product_number: item.product_number || line.label,
    product_ids: item.product_ids.length > 0 ? item.product_ids : line.productIds,
    price: item.price ?? line.price,
    concentration: item.concentration || line.concentration,
    label_text: item.label_text || line.labelText,
    addon_item_ids: item.addon_item_ids.length > 0 ? item.addon_item_ids : line.addonItemIds,
  };
}

export function refuseActiveSampleOrder(orders: readonly Order[]): void {
  const blocks = new Set(orders.map(statuses.sampleBlockOf));
  if (blocks.has("sample")) throw new ShopError("active_sample_order");
  if (blocks.has("unreadable")) throw new ShopError("order_unreadable");
}

/**
 * The latest hundred at least, without what only the shop's own books say of their lines. Null when
 * they cannot be read; the specification lets the shopper through then.
 */
export async function findRecentOrders(deps: Deps, own: OwnStatuses): Promise<Order[] | null> {
  const found = new Map<string, Order>();
  try {
    for await (const { orders, isEnd } of orderPages(deps)) {
      for (const order of orders) found.set(order.id, order);
      if (isEnd) break;
    }
  } catch (error) {
    if (isRefusedToken(error)) throw error;
    deps.log.warn("orders could not be read", { error });
    return null;
  }
  return withOwnStatuses(deps, [...found.values()], own);
}
