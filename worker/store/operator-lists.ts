/**
 * SQL for what operators look at by command (`.scripts/payments.ts`), without parameters. Nothing
 * here writes.
 */
import { idPattern } from "#contract/fields";
import { leftOf } from "./operator-changes.ts";
import { quoted, quotedTrade } from "./quoted.ts";

const minuteMs = 60_000;
const lateEventMs = 15 * minuteMs;
/** Every payment is closed a day after it was made, so by then a refund should have been made. */
const lateRefundMs = 2 * 24 * 60 * minuteMs;

export interface Waiting {
  /** Since when; epoch milliseconds. */
  at: number;
  what: "message" | "owed" | "event" | "refund";
  id: string;
  trade: string | null;
  text: string;
}

const isOwed = `state = 'paid' AND needs_refund = 1 AND ${leftOf("payment_attempts")} > 0`;

/** What waits for a person, the oldest first. */
export const waitingFor = (now: number) => `
  SELECT received_at AS at, 'message' AS what, id, merchant_trade_no AS trade, reason AS text FROM payment_inbox WHERE resolved_at IS NULL
  UNION ALL SELECT paid_at, 'owed', merchant_trade_no, merchant_trade_no,
    'NT$ ' || ${leftOf("payment_attempts")} || ' for order ' || order_number FROM payment_attempts WHERE ${isOwed}
  UNION ALL SELECT created_at, 'event', CAST(id AS TEXT), payload ->> 'merchant_trade_no',
    kind || ' of order ' || order_id || ', ' || attempts || ' calls' FROM outbox WHERE sent_at IS NULL AND created_at <= ${Math.floor(now - lateEventMs)}
  UNION ALL SELECT coalesce(asked_at, created_at), 'refund', id, merchant_trade_no,
    'NT$ ' || amount_twd || ' ' || state || ' ' || coalesce(code, '') || ' ' || coalesce(message, '') FROM refunds
    WHERE state IN ('unclear', 'refused') OR (state = 'requested' AND created_at <= ${Math.floor(now - lateRefundMs)})
  ORDER BY at`;

export interface Owed {
  paidAt: number;
  trade: string;
  /** The gateway's number. */
  tradeNo: string;
  number: string;
  left: number;
}

export const owedPayments = `SELECT paid_at AS paidAt, merchant_trade_no AS trade, trade_no AS tradeNo, order_number AS number,
  ${leftOf("payment_attempts")} AS left FROM payment_attempts WHERE ${isOwed} ORDER BY paid_at`;

export interface ListedRefund {
  id: string;
  trade: string;
  amount: number;
  state: string;
  code: string | null;
  message: string | null;
  createdAt: number;
  askedAt: number | null;
  endedAt: number | null;
  operator: string | null;
  reason: string | null;
}

const refundColumns = `refunds.id AS id, merchant_trade_no AS trade, amount_twd AS amount, state, code, message, created_at AS createdAt,
  asked_at AS askedAt, ended_at AS endedAt, operator, reason
  FROM refunds LEFT JOIN operator_actions ON subject = refunds.id AND action = 'refund'`;

export const allRefunds = `SELECT ${refundColumns} ORDER BY created_at`;
export const refundOf = (quotedId: string) =>
  `SELECT ${refundColumns} WHERE refunds.id = ${quotedId}`;

export interface Payment {
  number: string;
  tradeNo: string | null;
  state: string;
  amount: number;
  left: number;
  refunds: number;
}

/** What a refund of the trade would begin from. */
export const paymentOf = (
  trade: string,
) => `SELECT order_number AS number, trade_no AS tradeNo, state, amount_twd AS amount,
  ${leftOf("payment_attempts")} AS left,
  (SELECT count(*) FROM refunds WHERE refunds.merchant_trade_no = payment_attempts.merchant_trade_no) AS refunds
  FROM payment_attempts WHERE merchant_trade_no = ${quotedTrade(trade)}`;

/**
 * Everything about the attempts at paying one order, by its key or its number; without the person.
 */
export function attemptsOf(order: string): Readonly<Record<string, string>> {
  const name = quoted(order, idPattern, "order");
  const isOrder = `(order_id = ${name} OR order_number = ${name})`;
  const trades = `(SELECT merchant_trade_no FROM payment_attempts WHERE ${isOrder})`;
  const keys = `(SELECT order_id FROM payment_attempts WHERE ${isOrder} UNION SELECT ${name})`;
  return {
    attempts: `SELECT merchant_trade_no, state, needs_refund, amount_twd, ${leftOf("payment_attempts")} AS left_twd, order_id, order_number,
      provider, trade_no, payment_type, last_rtn_code, created_at, paid_at, expires_at, query_count, next_query_at
      FROM payment_attempts WHERE ${isOrder} ORDER BY created_at`,
    "cancelled by the member": `SELECT order_id, cancelled_at FROM cancelled_orders WHERE ${isOrder}`,
    "genuine messages": `SELECT merchant_trade_no, received_at FROM payment_notices WHERE merchant_trade_no IN ${trades} ORDER BY received_at`,
    "messages that settle nothing": `SELECT id, merchant_trade_no, reason, received_at, resolved_at, fields FROM payment_inbox
      WHERE merchant_trade_no IN ${trades} ORDER BY received_at`,
    "events for the upstream": `SELECT id, kind, created_at, sent_at, attempts, next_at FROM outbox WHERE order_id IN ${keys} ORDER BY id`,
    refunds: `SELECT ${refundColumns} WHERE merchant_trade_no IN ${trades} ORDER BY created_at`,
    "done by operators": `SELECT at, operator, action, subject, reason FROM operator_actions
      WHERE subject IN (SELECT id FROM refunds WHERE merchant_trade_no IN ${trades} UNION SELECT id FROM payment_inbox WHERE merchant_trade_no IN ${trades})
      ORDER BY at`,
  };
}

/** Settled payments that the upstream does not know of, the oldest first. */
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

/** The genuine messages about a trade. @throws RangeError for what is no trade number. */
export function noticesOf(merchantTradeNo: string): string {
  return `SELECT sealed, received_at AS receivedAt FROM payment_notices WHERE merchant_trade_no = ${quotedTrade(merchantTradeNo)} ORDER BY received_at`;
}

export interface KeptNotice {
  sealed: string;
  /** Epoch milliseconds. */
  receivedAt: number;
}
