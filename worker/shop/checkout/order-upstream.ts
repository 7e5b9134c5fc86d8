/** The upstream may not recognise a repeat: after a lost answer its list is read first. */
import { isPayable, type Order } from "#contract/order";
import type { OrderSums } from "#contract/order-sums";
import type { Deps, MemberActor } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { somethingChanged, type CartItemRow } from "../../store/carts.ts";
import { beginStatements, type Claim } from "../../store/idempotency.ts";
import { selectAttempts, selectUnpaidOrdersOfLines } from "../../store/payments.ts";
import * as upstream from "../../upstream/orders.ts";
import * as books from "../orders/list-orders.ts";
import { attemptLifetimeMs, inProgress, isRefusal } from "./claim-request.ts";
import { enforceLimits } from "../limits/enforce-limit.ts";
import { invoiceTakes, type CheckoutBody } from "#contract/checkout-body";
import { itemKinds, kindOfCartItem } from "#contract/item-kind";
import { currency } from "#contract/money";
import { usualProvider } from "#contract/payment";
import type { OrderedLine } from "../../store/schema.ts";
import { itemAnswer, linePrice } from "../carts/cart.ts";

interface Wanted {
  actor: MemberActor;
  claim: Claim;
  items: readonly CartItemRow[];
  form: upstream.OrderForm;
  sums: OrderSums;
}

/** The tries at paying are counted first; beyond them nothing begins. */
export async function begin(deps: Deps, wanted: Wanted) {
  const { actor, claim, items, form, sums } = wanted;
  const { memberId } = actor;
  const content = await sha256Hex(JSON.stringify([memberId, sums, form]));
  const now = deps.now();
  const lineIds = items.map(({ id }) => id);
  const [begun, , same, paid, cancelled, rivals] = await enforceLimits(
    deps,
    [["payment-attempt:member", memberId]],
    [
      ...beginStatements(deps.db, claim, content, now, somethingChanged),
      ...books.selectOwnStatuses(deps, actor),
      selectUnpaidOrdersOfLines(deps.db, memberId, lineIds, now - attemptLifetimeMs),
    ],
  );
  if (begun.length === 0) throw inProgress();
  const orders = same.flatMap(({ orderId, orderNumber }) =>
    orderId === null || orderNumber === null ? [] : [{ orderId, orderNumber }],
  );
  const unfinished = same.filter(
    ({ key, orderId }) => orderId === null && (key !== claim.key || claim.isResumed),
  );
  return {
    ...wanted,
    /** The same lines and form give the same order, from any tab. */
    content,
    before: orders[0] ?? null,
    /** Since when a request that did not finish may have placed one. */
    lostSince: unfinished.at(-1)?.createdAt ?? null,
    rivals,
    own: { paid, cancelled },
  };
}

export type Checkout = Awaited<ReturnType<typeof begin>>;

const clockSkewMs = 10 * 60_000;
/** How long an order may be missing from the upstream's list because it is new. */
const newMs = 3600_000;
const lookAgainMs = [0, 700, 1_500];

/** The order that this content has, one whose answer was lost, or a new one. */
export async function orderUpstream(deps: Deps, checkout: Checkout): Promise<upstream.PlacedOrder> {
  const { before, own, lostSince } = checkout;
  const orders = await books.findRecentOrders(deps, own);
  if (before !== null && canStillBePaid(before, own, orders)) return before;
  if (lostSince !== null) {
    // Unknown whether an earlier request placed it, so nothing is placed.
    if (orders === null) throw new ShopError("upstream_unavailable");
    const lost = await findLost(deps, checkout, orders, lostSince);
    if (lost !== null) return lost;
  }
  books.refuseActiveSampleOrder(orders ?? []);
  refuseOrderedLines(deps, checkout, orders);
  const placed = await place(deps, checkout, before);
  // An upstream that recognises the key may give an old order.
  return canStillBePaid(placed, own, orders) ? placed : place(deps, checkout, placed);
}

/** Without `orders` (null), recent rivals count. */
function refuseOrderedLines(deps: Deps, { rivals }: Checkout, orders: readonly Order[] | null) {
  const isNew = (at: number) => orders === null || at > deps.now() - newMs;
  const standing = rivals.find((rival) => isListedPayable(rival, orders) ?? isNew(rival.createdAt));
  if (standing === undefined) return;
  throw new ShopError("lines_already_ordered", {
    detail: { id: standing.orderId, order_id: standing.orderNumber },
  });
}

/** An order missing from the list may be too new for it, so it counts as payable. */
function canStillBePaid(
  placed: upstream.PlacedOrder,
  { paid, cancelled }: books.OwnStatuses,
  orders: readonly Order[] | null,
): boolean {
  const names = { id: placed.orderId, order_id: placed.orderNumber };
  if ([...paid, ...cancelled].some((own) => books.isOf(names, own))) return false;
  return isListedPayable(placed, orders) ?? true;
}

function isListedPayable(placed: upstream.PlacedOrder, orders: readonly Order[] | null) {
  const order = orders?.find((entry) => books.isOf(entry, placed));
  return order === undefined ? null : isPayable(order);
}

/** Under one key for each order that the content has in turn. */
async function place(deps: Deps, checkout: Checkout, before: upstream.PlacedOrder | null) {
  const { content } = checkout;
  const key = before === null ? content : await sha256Hex(`${content}\n${before.orderId}`);
  try {
    return await send(deps, checkout, key);
  } catch (error) {
    if (isRefusal(error)) throw error;
    return await lookAgain(deps, checkout, key, error);
  }
}

async function send(deps: Deps, { form }: Checkout, idempotencyKey: string) {
  try {
    return (await upstream.placeOrder(deps.upstream, { body: form, idempotencyKey })).body;
  } catch (error) {
    // The upstream checks for an active sample order as well.
    if (error instanceof ShopError && error.facts.status === 409)
      throw new ShopError("active_sample_order", { detail: error.facts.detail }, { cause: error });
    throw error;
  }
}

async function lookAgain(deps: Deps, checkout: Checkout, key: string, failure: unknown) {
  deps.log.warn("the answer to a checkout was lost", { error: failure });
  const since = checkout.lostSince ?? checkout.claim.startedAt;
  for (const pauseMs of lookAgainMs) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const orders = await books.findRecentOrders(deps, checkout.own);
    const found = await findLost(deps, checkout, orders ?? [], since);
    if (found !== null) return found;
    // Only an upstream that is known to recognise the key is called again.
    if (deps.config.UPSTREAM_HONOURS_IDEMPOTENCY) return send(deps, checkout, key);
  }
  throw failure;
}

async function findLost(deps: Deps, checkout: Checkout, orders: readonly Order[], since: number) {
  const { memberId } = checkout.actor;
  for (const order of orders) {
    if (!isPayable(order) || !isOrderOf(checkout, order) || !isYoungerThan(since, order)) continue;
    const { id: orderId, order_id: orderNumber } = order;
    const attempts = await selectAttempts(deps.db, memberId, [orderId, orderNumber]);
    if (attempts.length === 0) return { orderId, orderNumber };
  }
  return null;
}

function isYoungerThan(since: number, { created_at }: Order): boolean {
  return created_at === null || Date.parse(created_at) >= since - clockSkewMs;
}

function isOrderOf({ form, sums }: Checkout, order: Order): boolean {
  const isSame = (theirs: string, ours: string) => ["", ours.trim()].includes(theirs.trim());
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
    // The upstream is told the lines, and may sum no more than these.
    [null, sums.total, sums.lines].includes(order.order_total_price) &&
    lines(order.order_items) === lines(form.cart_items)
  );
}

export function orderFormOf(body: CheckoutBody, items: readonly CartItemRow[]): upstream.OrderForm {
  return {
    ...buyerOf(body),
    customer_note: body.customer_note ?? "",
    pay_type: usualProvider,
    country: body.country,
    currency,
    cart_items: items.map(lineOf),
  };
}

/** Sends only the fields of the chosen kind of invoice, not those left over from another. */
function buyerOf(body: CheckoutBody): upstream.Buyer {
  const { customer_name, customer_address, customer_phone, customer_email, invoice_type } = body;
  const taken = (field: "tax_id" | "carrier_type" | "carrier_num" | "love_code") =>
    invoiceTakes(invoice_type, field) ? (body[field] ?? "") : "";
  return {
    customer_name,
    customer_address,
    customer_phone,
    customer_email,
    invoice_type,
    tax_id: taken("tax_id"),
    carrier_type: taken("carrier_type"),
    carrier_num: taken("carrier_type") && taken("carrier_num"),
    love_code: taken("love_code"),
  };
}

function lineOf(item: CartItemRow): upstream.OrderLine {
  const { addonItemIds, labelText, ...line } = itemAnswer(item);
  return {
    ...line,
    ...(addonItemIds.length > 0 && { addonItemIds }),
    ...(labelText && { labelText }),
  };
}

export function orderedLineOf(item: CartItemRow): OrderedLine {
  const { itemType, saleType, amount, productIds, label, concentration, ...rest } = item;
  const { addonItemIds, labelText } = rest;
  const line = { itemType, saleType, amount, productIds, label, concentration };
  return { ...line, addonItemIds, labelText, price: linePrice(item) };
}

/** Part of the payment event, so that the upstream can issue the invoice without a call back. */
export function invoiceOf(body: CheckoutBody, items: readonly CartItemRow[], sums: OrderSums) {
  const lines = items.map((item) => ({
    product_number: item.label,
    product_unit: itemKinds[kindOfCartItem({ type: item.saleType, ...item })].orderUnits[0],
    amount: item.amount,
    price: linePrice(item),
  }));
  const others = sums.adjustments.map(({ kind, amount: price }) => ({
    product_number: kind,
    product_unit: "",
    amount: 1,
    price,
  }));
  return { ...buyerOf(body), items: [...lines, ...others] };
}
