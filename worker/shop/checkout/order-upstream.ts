/** The upstream may not recognise a repeat: after a lost answer its list is read first. */
import * as z from "zod/mini";
import { isPayable, type Order } from "#contract/order";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { selectCancelledOrders } from "../../store/cancelled-orders.ts";
import type { Claim } from "../../store/idempotency.ts";
import { selectAttemptsOfOrder } from "../../store/payments.ts";
import { placeOrder, type PlacedOrder } from "../../upstream/orders.ts";
import {
  selectOwnStatuses,
  type OwnStatuses,
  findRecentOrders,
  refuseActiveSampleOrder,
} from "../orders/list-orders.ts";
import { claimAnother, refuseOrderedLines, type OrderClaim, type Wish } from "./claim-order.ts";
import { claimed, hold, type Turn } from "./idempotent.ts";

const placedOrder = z.object({ id: z.string(), number: z.string() });
/** How far the upstream's clock may be behind ours. */
const clockSkewMs = 10 * 60_000;
const lookAgainMs = [0, 700, 1_500];

async function ownStatuses(deps: Deps, actor: MemberActor): Promise<OwnStatuses> {
  const [paid, cancelled] = await deps.db.batch(selectOwnStatuses(deps, actor));
  return { paid, cancelled };
}

/** Starts the payment. With a claim the order is new; null says that it is not after all. */
type Finish<Answer> = (order: PlacedOrder, orderClaim: Claim | null) => Promise<Answer | null>;

/** Places a new order where the one of this content was cancelled or paid meanwhile. */
export async function orderUpstream<Answer>(
  deps: Deps,
  actor: MemberActor,
  wish: Wish,
  first: OrderClaim,
  finish: Finish<Answer>,
): Promise<Answer> {
  const outcome = await orderOnce(deps, actor, wish, first, finish);
  if (outcome.answer !== null) return outcome.answer;
  if (await canStillBePaid(deps, actor, outcome.order))
    return finished(await finish(outcome.order, null));
  const another = await claimAnother(deps, actor, wish);
  const second = await orderOnce(deps, actor, wish, another, finish);
  return second.answer ?? finished(await finish(second.order, null));
}

function finished<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new Error("only a new order can turn out to be old");
  return answer;
}

/** Without an answer the order is one that this content had before. */
async function orderOnce<Answer>(
  deps: Deps,
  actor: MemberActor,
  wish: Wish,
  orderClaim: OrderClaim,
  finish: Finish<Answer>,
): Promise<{ order: PlacedOrder; answer: Answer | null }> {
  const { claim, own } = orderClaim;
  if (claim.state === "answered")
    return { order: placedOrder.parse(JSON.parse(claim.answer)), answer: null };
  return hold(deps, claimed(claim), async (turn) => {
    const orders = await findRecentOrders(deps, own);
    const order = await lookOrPlace(deps, actor, wish, orderClaim, { turn, orders });
    return { order, answer: await finish(order, turn.claim) };
  });
}

async function lookOrPlace(
  deps: Deps,
  actor: MemberActor,
  wish: Wish,
  orderClaim: OrderClaim,
  { turn: { claim, begin }, orders }: { turn: Turn; orders: readonly Order[] | null },
): Promise<PlacedOrder> {
  if (claim.isResumed) {
    begin();
    // Unknown whether an earlier request placed it, so nothing is placed.
    if (orders === null) throw new ShopError("upstream_unavailable");
    const lost = await findLostOrder(deps, actor, wish, orders, claim.startedAt);
    if (lost !== null) return lost;
  }
  refuseActiveSampleOrder(orders ?? []);
  refuseOrderedLines(deps, orderClaim, orders);
  begin();
  const { key } = orderClaim.wanted;
  try {
    return await place(deps, wish, key);
  } catch (error) {
    if (!mayHaveActed(error)) throw error;
    return await resolveLostAnswer(deps, actor, wish, key, claim.startedAt, error);
  }
}

async function place(deps: Deps, { form }: Wish, idempotencyKey: string): Promise<PlacedOrder> {
  try {
    return (await placeOrder(deps.upstream, { body: form, idempotencyKey })).body;
  } catch (error) {
    // The upstream checks for an active sample order as well.
    if (error instanceof ShopError && error.facts.status === 409)
      throw new ShopError("active_sample_order", { detail: error.facts.detail }, { cause: error });
    throw error;
  }
}

/** A refusal placed no order; after any other failure one may exist. */
function mayHaveActed(error: unknown): boolean {
  return !(error instanceof ShopError) || error.status >= 500;
}

async function resolveLostAnswer(
  deps: Deps,
  actor: MemberActor,
  wish: Wish,
  key: string,
  since: number,
  failure: unknown,
): Promise<PlacedOrder> {
  deps.log.warn("the answer to a checkout was lost", { error: failure });
  for (const pauseMs of lookAgainMs) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const orders = await findRecentOrders(deps, await ownStatuses(deps, actor));
    const found = orders === null ? null : await findLostOrder(deps, actor, wish, orders, since);
    if (found !== null) return found;
    // Only an upstream that is known to recognise the key is called again.
    if (deps.config.UPSTREAM_HONOURS_IDEMPOTENCY) return place(deps, wish, key);
  }
  throw failure;
}

/** An order that matches this checkout, is still unpaid, and has no payment attempt of ours. */
async function findLostOrder(
  deps: Deps,
  actor: MemberActor,
  wish: Wish,
  orders: readonly Order[],
  since: number,
) {
  for (const order of orders) {
    if (!isPayable(order) || !isOrderOf(wish, order) || !isYoungerThan(since, order)) continue;
    const attempts = await selectAttemptsOfOrder(deps.db, actor.memberId, [
      order.id,
      order.order_id,
    ]);
    if (attempts.length === 0) return { id: order.id, number: order.order_id };
  }
  return null;
}

function isYoungerThan(since: number, { created_at }: Order): boolean {
  return created_at === null || Date.parse(created_at) >= since - clockSkewMs;
}

function isOrderOf({ form, totalTwd }: Wish, order: Order): boolean {
  const isSame = (said: string, ours: string) => said.trim() === "" || said.trim() === ours.trim();
  const lines = (entries: readonly { type: string; amount: number }[]) =>
    entries
      .map(({ type, amount }) => `${type} ${amount}`)
      .sort()
      .join();
  return (
    isSame(order.customer_name, form.customer_name) &&
    isSame(order.customer_phone, form.customer_phone) &&
    isSame(order.customer_email, form.customer_email) &&
    isSame(order.customer_address, form.customer_address) &&
    (order.order_total_price === null || order.order_total_price === totalTwd) &&
    lines(order.order_items) === lines(form.cart_items)
  );
}

/** An order missing from the list may be too new for it, so it counts as payable. */
async function canStillBePaid(
  deps: Deps,
  actor: MemberActor,
  { id, number }: PlacedOrder,
): Promise<boolean> {
  const { db } = deps;
  const [attempts, cancelled] = await db.batch([
    selectAttemptsOfOrder(db, actor.memberId, [id, number]),
    selectCancelledOrders(db, actor.memberId, [id, number]),
  ]);
  if (attempts.some((attempt) => attempt.state === "paid") || cancelled.length > 0) return false;
  if (attempts.length === 0) return true;
  const orders = await findRecentOrders(deps, await ownStatuses(deps, actor));
  const order = orders?.find((entry) =>
    [entry.id, entry.order_id].some((name) => name === id || name === number),
  );
  return order === undefined || isPayable(order);
}
