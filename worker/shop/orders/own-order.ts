/** No document says how the upstream sorts a member's orders: its list is read in pages. */
import { orderCheckPageSize as size } from "#contract/limits";
import { isCancelled, isPayable, type Order } from "#contract/order";
import type { Deps, MemberActor } from "../../deps.ts";
import { listOrders } from "../../upstream/orders.ts";
import * as store from "../../store/cancelled-orders.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { attemptStates } from "../../store/attempt-states.ts";
import { selectAttempts, selectPaidOrders } from "../../store/payments.ts";
import { withOwnStatuses, withOwnBooks } from "./list-orders.ts";
import { deliverOutbox } from "../outbox/deliver.ts";
import type { PayOrderBody } from "#contract/checkout-body";
import { usualProvider } from "#contract/payment";
import { refuseUnpayable } from "../carts/price-item.ts";
import { claimRequest, orRelease, startAttempt } from "../checkout/claim-request.ts";
import { enforceLimits } from "../limits/enforce-limit.ts";

/** Read beside the first page and the last; all that are read where the upstream names no total. */
const furtherPages = 4;
const mostPages = 20;
const pagesBehind = (count: number) => Array.from({ length: count }, (_, at) => (at + 1) * size);

/**
 * The first page and the last, so that the latest orders are among these however they are sorted;
 * then `isEnd`, and the next pages. Here and below `deps` calls the upstream as the member.
 */
export async function* orderPages(deps: Deps): AsyncGenerator<{ orders: Order[]; isEnd: boolean }> {
  const page = async (skip: number) =>
    (await listOrders(deps.upstream, { query: { skip, limit: size } })).body;
  const { data: first, total } = await page(0);
  const isWhole = first.length < size || (total !== null && total <= size);
  yield { orders: first, isEnd: isWhole };
  if (isWhole) return;
  const last = total === null ? null : Math.max(size, total - size);
  const next = pagesBehind(last === null ? mostPages - 1 : furtherPages);
  for (const skip of last === null ? next : [last, ...next.filter((at) => at < last)]) {
    const { data: orders } = await page(skip);
    // An upstream that passes over `skip` gives the first page for ever.
    const isOver = orders.length < size || orders[0]?.id === first[0]?.id;
    yield { orders, isEnd: last !== null || isOver };
    if (last === null && isOver) return;
  }
}

/**
 * Attempts come the latest first; `orderId` as the first checkout called it, so that all books say
 * the same. @throws ShopError `order_not_found`, also for another member's order.
 */
async function getOwnOrder(deps: Deps, { memberId }: MemberActor, idOrNumber: string) {
  const found = await searchOrder(deps, idOrNumber);
  const { db } = deps;
  const names = [found.id, found.order_id];
  const [paid, cancelled, attempts] = await db.batch([
    selectPaidOrders(db, memberId, names),
    store.selectCancelledOrders(db, memberId, names),
    selectAttempts(db, memberId, names),
  ]);
  const [order = found] = withOwnStatuses(deps, [found], { paid, cancelled });
  return { order, attempts, orderId: attempts[0]?.orderId ?? order.id };
}

/** An order that is in none of these pages is too old to be paid or cancelled. */
async function searchOrder(deps: Deps, id: string): Promise<Order> {
  for await (const { orders } of orderPages(deps)) {
    const found =
      orders.find((order) => order.id === id) ?? orders.find((order) => order.order_id === id);
    if (found !== undefined) return found;
  }
  throw new ShopError("order_not_found");
}

export async function getOrder(deps: Deps, actor: MemberActor, idOrNumber: string): Promise<Order> {
  const found = await searchOrder(deps, idOrNumber);
  const [order = found] = await withOwnBooks(deps, actor, [found]);
  return order;
}

/** In the shop's own books, and told to an upstream that takes cancellations: no document does. */
export async function cancelOrder(deps: Deps, actor: MemberActor, idOrNumber: string) {
  const { order, orderId } = await getOwnOrder(deps, actor, idOrNumber);
  if (isCancelled(order)) return;
  if (!isPayable(order)) throw new ShopError("order_not_cancellable");
  const isDone = await store.cancelOrder(deps.db, {
    orderId,
    orderNumber: order.order_id,
    memberId: actor.memberId,
    now: deps.now(),
    isReported: deps.config.UPSTREAM_CANCELLATIONS_PATH !== null,
  });
  if (!isDone) throw new ShopError("order_not_cancellable");
  deps.log.info("an unpaid order was cancelled", { orderId });
  // Awaited, because the upstream may refuse the member's next sample order until it knows.
  await deliverOutbox(deps, orderId);
}

export async function payOrder(
  deps: Deps,
  actor: MemberActor,
  idOrNumber: string,
  body: PayOrderBody,
  key: string,
) {
  const scope = `pay:${actor.memberId}:${idOrNumber}`;
  const held = await claimRequest(deps, actor, { scope, key, body }, []);
  if (held.answer !== null) return held.answer;
  const { asThem, claim } = held;
  return orRelease(deps, claim, async () =>
    startAttempt(deps, await payableOrder(asThem, actor, idOrNumber, body), claim),
  );
}

async function payableOrder(deps: Deps, actor: MemberActor, name: string, body: PayOrderBody) {
  const { order, attempts, orderId } = await getOwnOrder(deps, actor, name);
  const [latest] = attempts;
  // The shop knows what its own order cost; the upstream's sum is for orders made elsewhere.
  const amountTwd = latest?.amountTwd ?? order.order_total_price;
  const isPaid = attempts.some(({ state }) => attemptStates[state].isPaid);
  if (!isPayable(order) || isPaid || amountTwd === null) throw new ShopError("order_not_payable");
  const provider = body.pay_type ?? latest?.provider ?? usualProvider;
  const begunAt = attempts.at(-1)?.createdAt ?? deps.now();
  // The upstream's order contains neither; the snapshot of the checkout does.
  const { customerNote, invoice = null } =
    attempts.findLast(({ snapshot }) => snapshot?.invoice)?.snapshot ?? {};
  refuseUnpayable(deps, provider, amountTwd);
  await enforceLimits(deps, [
    ["payment-attempt:order", orderId],
    ["payment-attempt:member", actor.memberId],
  ]);
  return {
    orderId,
    orderNumber: order.order_id,
    memberId: actor.memberId,
    provider,
    amountTwd,
    cartItemIds: latest?.cartItemIds ?? [],
    lines: latest?.lines ?? null,
    sums: latest?.sums ?? null,
    snapshot: {
      orderDate: order.created_at ?? new Date(begunAt).toISOString(),
      customerName: order.customer_name,
      customerPhone: order.customer_phone,
      customerAddress: order.customer_address,
      ...(customerNote !== undefined && { customerNote }),
      invoice,
    },
  };
}
