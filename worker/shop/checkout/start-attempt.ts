/** One attempt at paying: a trade number, the gateway's form and the row a notice settles. */
import { sql } from "drizzle-orm";
import type { CheckoutAnswer } from "#contract/checkout-body";
import type { PaymentProvider } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import { randomId } from "../../platform/crypto.ts";
import { inProgress } from "./idempotent.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { selectCancelledOrders } from "../../store/cancelled-orders.ts";
import { isKept, keepAnswer, type Claim } from "../../store/idempotency.ts";
import { attemptExists, insertAttempt, isUntried } from "../../store/payments.ts";
import type { OrderedLine, PaymentSnapshot } from "../../store/schema.ts";
import { nextQuestion } from "../payments/reconcile.ts";

const lifetimeMs = 7 * 24 * 3600_000;

export interface PayableOrder {
  id: string;
  number: string;
  memberId: string;
  provider: PaymentProvider;
  amountTwd: number;
  cartItemIds: string[];
  lines: OrderedLine[] | null;
  snapshot: PaymentSnapshot;
}

/** One key never gives two payable forms. @throws ShopError `order_not_payable`. */
export async function startAttempt(
  deps: Deps,
  order: PayableOrder,
  claim: Claim,
): Promise<CheckoutAnswer> {
  const { answer, attempt } = await prepared(deps, order);
  const [, kept] = await deps.db.batch([
    insertAttempt(deps.db, attempt, claim),
    keepAnswer(deps.db, claim, JSON.stringify(answer), attemptExists(attempt.id)),
  ]);
  if (kept.length > 0) return answer;
  const names = [order.id, order.number];
  const wasCancelled = (await selectCancelledOrders(deps.db, order.memberId, names)).length > 0;
  throw wasCancelled ? new ShopError("order_not_payable") : inProgress();
}

/** For an order just placed. @returns null when the upstream has given an old one. */
export async function startFirstAttempt(
  deps: Deps,
  order: PayableOrder,
  claim: Claim,
  orderClaim: Claim,
): Promise<CheckoutAnswer | null> {
  const { answer, attempt } = await prepared(deps, order);
  const placed = JSON.stringify({ id: order.id, number: order.number });
  const [placedKept, , kept] = await deps.db.batch([
    keepAnswer(deps.db, orderClaim, placed),
    insertAttempt(
      deps.db,
      attempt,
      claim,
      sql`${isKept(orderClaim, placed)} and ${isUntried(attempt)}`,
    ),
    keepAnswer(deps.db, claim, JSON.stringify(answer), attemptExists(attempt.id)),
  ]);
  if (placedKept.length === 0) throw inProgress();
  return kept.length > 0 ? answer : null;
}

async function prepared(deps: Deps, order: PayableOrder) {
  const createdAt = deps.now();
  const { provider, amountTwd, number: orderNumber } = order;
  const method = deps.payments[provider];
  const form = await method.begin({
    amountTwd,
    orderNumber,
    createdAt,
    locale: deps.locale,
  });
  const answer: CheckoutAnswer = {
    id: order.id,
    order_id: order.number,
    ecpay_form_data: form.fields,
    payment_url: form.url,
  };
  const times = { createdAt, expiresAt: createdAt + lifetimeMs };
  const attempt = {
    id: randomId(18),
    merchantTradeNo: form.merchantTradeNo,
    provider,
    orderId: order.id,
    orderNumber: order.number,
    memberId: order.memberId,
    locale: deps.locale,
    amountTwd,
    snapshot: order.snapshot,
    cartItemIds: order.cartItemIds,
    lines: order.lines,
    ...times,
    nextQueryAt: nextQuestion(times, method.asking, createdAt).at,
  };
  return { answer, attempt };
}
