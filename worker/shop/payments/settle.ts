/** The only way by which an attempt becomes paid, and what is done with messages that pay none. */
import type { Deps } from "../../deps.ts";
import type { PaymentProvider } from "#contract/payment";
import type { Payment, MessageRecord } from "../../payments/method.ts";
import { randomId, sha256Hex, decryptToken, encryptToken } from "../../platform/crypto.ts";
import * as store from "../../store/payments.ts";
import { deliverLater } from "../outbox/deliver.ts";

export interface Gateway {
  deps: Deps;
  provider: PaymentProvider;
}

/**
 * Returns once the payment is written; deliveries follow behind the answer.
 * @returns null when it is settled, also before, else why people must look at it.
 */
export async function settle(from: Gateway, payment: Payment, notice?: store.SealedNotice) {
  const { deps, provider } = from;
  const nonce = randomId(16);
  const now = deps.now();
  const attempt = await store.settleAttempt(deps.db, { provider, payment, nonce, now, notice });
  if (attempt === null) return "unknown_order";
  if (attempt.settleNonce === nonce) {
    const { orderId, merchantTradeNo } = attempt;
    const about = { orderId, merchantTradeNo };
    const ageSeconds = Math.floor((now - (payment.paidAt ?? attempt.createdAt)) / 1000);
    if (attempt.needsRefund)
      deps.log.error("an order was paid twice, or after it was cancelled", about);
    else deps.log.info("payment settled", { ...about, ageSeconds });
    deliverLater(deps, orderId);
    return null;
  }
  if (attempt.amountTwd !== payment.amountTwd) return "wrong_amount";
  return attempt.tradeNo === payment.tradeNo ? null : "second_trade";
}

export const failedWith = ({ code }: Payment) => ({ state: "failed", lastRtnCode: code }) as const;

const waitsTooLongMs = 15 * 60_000;

export async function warnOfWaitingMessages(deps: Deps): Promise<void> {
  const { count, oldestAt } = await store.waitingMessages(deps.db, deps.now() - waitsTooLongMs);
  if (count === 0) return;
  const reason = `${count}, the oldest since ${new Date(oldestAt).toISOString()}`;
  deps.log.error("payment messages wait for people", { count, reason });
}

/** An authentic notice that settles nothing: kept, logged as an error, and asked about. */
export async function quarantine(from: Gateway, reason: string, record: MessageRecord) {
  if (!(await keep(from, reason, record))) return;
  const { merchantTradeNo } = record;
  const about = merchantTradeNo === null ? {} : { merchantTradeNo };
  from.deps.log.error("payment message quarantined", { reason, ...about });
}

/** @returns whether it is new. */
export async function keep({ deps, provider }: Gateway, reason: string, record: MessageRecord) {
  const { merchantTradeNo, fields } = record;
  const text = JSON.stringify(fields, Object.keys(fields).sort());
  const id = await sha256Hex(`${reason}\n${text}`);
  const message = { id, merchantTradeNo, reason, fields: text, receivedAt: deps.now() };
  return store.insertUnverifiedNotice(deps.db, provider, message);
}

/** Word for word, for disputes; sealed for its trade alone, since it names a card's last digits. */
export async function sealNotice({ config }: Deps, body: string, merchantTradeNo: string) {
  const { UPSTREAM_TOKEN_KEY: keys } = config;
  const sealed = await encryptToken(keys, body, merchantTradeNo, "payment-notice");
  return { id: await sha256Hex(body), sealed };
}

/** Null when none of the keys opens it. */
export const openNotice = (keys: string, sealed: string, merchantTradeNo: string) =>
  decryptToken(keys, sealed, merchantTradeNo, "payment-notice");
