/**
 * Settled payments that the upstream does not know of, oldest first. Without parameters, so that the command line can run it too.
 */
export const unreportedPayments = `SELECT payment_attempts.order_number AS number, payment_attempts.merchant_trade_no AS trade,
    payment_attempts.amount_twd AS amount, payment_attempts.paid_at AS paidAt, outbox.kind AS kind, outbox.attempts AS attempts
  FROM outbox JOIN payment_attempts ON payment_attempts.merchant_trade_no = substr(outbox.idempotency_key, 9)
  WHERE outbox.sent_at IS NULL AND outbox.kind <> 'order.cancelled' ORDER BY outbox.id`;

export interface UnreportedPayment {
  /** The order number shown to people. */
  number: string;
  trade: string;
  /** NT$. */
  amount: number;
  /** Epoch milliseconds. */
  paidAt: number;
  kind: string;
  attempts: number;
}
