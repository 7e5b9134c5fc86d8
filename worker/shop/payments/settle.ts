/** The only way by which an attempt becomes paid. */
import type { Deps } from "../../deps.ts";
import type { PaymentProvider } from "#contract/payment";
import type { Payment } from "../../payments/method.ts";
import { randomId } from "../../platform/crypto.ts";
import { settleAttempt, type SealedNotice } from "../../store/payments.ts";
import { deliverLater } from "../outbox/deliver.ts";

export type Settled = "settled" | "known" | "unknown_order" | "wrong_amount" | "second_trade";

/** Returns once the payment is written; deliveries follow behind the answer. */
export async function settle(
  deps: Deps,
  provider: PaymentProvider,
  payment: Payment,
  notice: SealedNotice | null = null,
): Promise<Settled> {
  const nonce = randomId(16);
  const now = deps.now();
  const attempt = await settleAttempt(deps.db, { provider, payment, nonce, now, notice });
  if (attempt === null) return "unknown_order";
  if (attempt.settleNonce === nonce) {
    const { orderId, merchantTradeNo } = attempt;
    const about = { orderId, merchantTradeNo };
    const ageSeconds = Math.floor((now - (payment.paidAt ?? attempt.createdAt)) / 1000);
    if (attempt.needsRefund)
      deps.log.error("an order was paid twice, or after it was cancelled", about);
    else deps.log.info("payment settled", { ...about, ageSeconds });
    deliverLater(deps, orderId);
    return "settled";
  }
  if (attempt.amountTwd !== payment.amountTwd) return "wrong_amount";
  return attempt.tradeNo === payment.tradeNo ? "known" : "second_trade";
}
