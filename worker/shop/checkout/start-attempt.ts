/** One attempt at paying: a trade number, the way to the cashier and the row a notice settles. */
import type { CheckoutAnswer } from "#contract/checkout-body";
import type { Deps } from "../../deps.ts";
import { randomId } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { keepAnswer, selectHeld, type Claim } from "../../store/idempotency.ts";
import { attemptExists, insertAttempt, type NewAttempt } from "../../store/payments.ts";
import { nextQuestion } from "../payments/reconcile.ts";
import { inProgress } from "./claim-request.ts";

const lifetimeMs = 7 * 24 * 3600_000;

export type PayableOrder = Pick<
  NewAttempt,
  | "orderId"
  | "orderNumber"
  | "memberId"
  | "provider"
  | "amountTwd"
  | "cartItemIds"
  | "lines"
  | "sums"
> & { snapshot: NonNullable<NewAttempt["snapshot"]> };

/**
 * The attempt and the answer are written together, so one key never begins two.
 * @throws ShopError `order_not_payable` for an order that was paid or cancelled here.
 */
export async function startAttempt(
  deps: Deps,
  order: PayableOrder,
  claim: Claim,
): Promise<CheckoutAnswer> {
  const createdAt = deps.now();
  const { provider, amountTwd, orderNumber } = order;
  const { locale } = deps;
  const method = deps.payments[provider];
  const start = await method.start({ amountTwd, orderNumber, createdAt, locale });
  const answer: CheckoutAnswer = {
    id: order.orderId,
    order_id: orderNumber,
    ecpay_form_data: "form" in start ? start.form.fields : {},
    payment_url: "form" in start ? start.form.url : "",
    ...("redirect" in start && { payment_redirect_url: start.redirect }),
  };
  const times = { createdAt, expiresAt: createdAt + lifetimeMs };
  const attempt = {
    ...order,
    id: randomId(18),
    merchantTradeNo: start.merchantTradeNo,
    locale,
    ...times,
    nextQueryAt: nextQuestion(times, method.asking, createdAt).at,
  };
  const [held, , kept] = await deps.db.batch([
    selectHeld(deps.db, claim),
    insertAttempt(deps.db, attempt, claim),
    keepAnswer(deps.db, claim, JSON.stringify(answer), attemptExists(attempt.id)),
  ]);
  if (kept.length > 0) return answer;
  throw held.length > 0 ? new ShopError("order_not_payable") : inProgress();
}
