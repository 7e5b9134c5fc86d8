/** Starts one attempt at paying an order: a new trade number, the gateway's form, and the row that the notice will settle. */
import type { CheckoutAnswer } from "#contract/checkout";
import type { PaymentProvider } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import { randomId } from "../../platform/crypto.ts";
import { inProgress } from "./idempotent.ts";
import { keepAnswer, type Claim } from "../../store/idempotency.ts";
import { insertAttempt } from "../../store/payments.ts";
import type { PaymentSnapshot } from "../../store/schema.ts";
import { nextQueryAt } from "../payments/query-times.ts";

const lifetimeMs = 7 * 24 * 3600_000;

export interface PayableOrder {
  id: string;
  number: string;
  memberId: string;
  provider: PaymentProvider;
  amountTwd: number;
  itemCount: number;
  cartItemIds: string[];
  snapshot: PaymentSnapshot;
}

/**
 * Saves the attempt and the answer in one batch. @throws ShopError `idempotency_in_progress` when another request has taken over
 * the key meanwhile, since one key must never give two payable forms.
 */
export async function startAttempt(
  deps: Deps,
  order: PayableOrder,
  claim: Claim,
): Promise<CheckoutAnswer> {
  const createdAt = deps.now();
  const { provider, amountTwd, itemCount } = order;
  const method = deps.payments[provider];
  const form = await method.begin({ amountTwd, itemCount, createdAt, locale: deps.locale });
  const answer: CheckoutAnswer = {
    id: order.id,
    order_id: order.number,
    ecpay_form_data: form.fields,
    payment_url: form.url,
  };
  const times = { createdAt, expiresAt: createdAt + lifetimeMs };
  const attempt = {
    id: randomId(16),
    merchantTradeNo: form.merchantTradeNo,
    provider,
    orderId: order.id,
    orderNumber: order.number,
    memberId: order.memberId,
    locale: deps.locale,
    amountTwd,
    snapshot: order.snapshot,
    cartItemIds: order.cartItemIds,
    ...times,
    nextQueryAt: nextQueryAt(times, method.asking.firstMinutes, createdAt),
  };
  const [, kept] = await deps.db.batch([
    insertAttempt(deps.db, attempt),
    keepAnswer(deps.db, claim, JSON.stringify(answer)),
  ]);
  if (kept.length === 0) throw inProgress();
  return answer;
}
