/**
 * SQL without parameters, for what operators look at and change by command (`npm run payments`).
 * Each change is two statements of one batch: first the row that says who did it, under all
 * conditions, then the change itself, under the same ones and that row.
 */
import { idPattern } from "#contract/fields";

/** @throws RangeError for what does not fit: it becomes a part of the statement. */
export function quoted(value: string, pattern: RegExp, what: string): string {
  if (!pattern.test(value)) throw new RangeError(`That is no ${what}`);
  return `'${value}'`;
}

export const messagePattern = /^[0-9a-f]{64}$/;
export const quotedMessage = (id: string) => quoted(id, messagePattern, "message");
export const quotedRefund = (id: string) => quoted(id, /^RF[0-9A-F]{16}$/, "refund");
const quotedTrade = (trade: string) => quoted(trade, /^[A-Za-z0-9]{1,20}$/, "trade number");

/** What people typed. */
const textOf = (words: string) => `'${words.replaceAll("'", "''")}'`;

export interface Operation {
  /** Of the row in `operator_actions`; made anew for each change. */
  id: string;
  operator: string;
  reason: string;
  /** Epoch milliseconds. */
  now: number;
}

/** The change was made exactly when the last one returns a row. */
type Statements = readonly [audit: string, change: string];

/** `change` is without its end: the condition that the row is there. */
function audited(
  { id, operator, reason, now }: Operation,
  [action, subject]: readonly [action: string, quotedSubject: string],
  condition: string,
  change: string,
): Statements {
  const row = quoted(id, /^[0-9a-f]{32}$/, "operation");
  return [
    `INSERT INTO operator_actions (id, at, operator, action, subject, reason)
      SELECT ${row}, ${now}, ${textOf(operator)}, '${action}', ${subject}, ${textOf(reason)}
      WHERE ${condition} RETURNING id`,
    `${change} AND EXISTS (SELECT 1 FROM operator_actions WHERE id = ${row}) RETURNING id`,
  ];
}

export function resolveMessage(messageId: string, operation: Operation): Statements {
  const id = quotedMessage(messageId);
  const isOpen = `id = ${id} AND resolved_at IS NULL`;
  return audited(
    operation,
    ["resolve", id],
    `EXISTS (SELECT 1 FROM payment_inbox WHERE ${isOpen})`,
    `UPDATE payment_inbox SET resolved_at = ${operation.now} WHERE ${isOpen}`,
  );
}

/** Which states of a refund a person may end, and how. */
export const refundEndings = {
  made: ["unclear"],
  not_made: ["requested", "refused", "unclear"],
} as const;
export type RefundEnding = keyof typeof refundEndings;

export function resolveRefund(
  refundId: string,
  ending: RefundEnding,
  operation: Operation,
): Statements {
  const id = quotedRefund(refundId);
  const states = refundEndings[ending].map((state) => `'${state}'`).join(", ");
  const isOpen = `id = ${id} AND state IN (${states})`;
  return audited(
    operation,
    [`resolve ${ending}`, id],
    `EXISTS (SELECT 1 FROM refunds WHERE ${isOpen})`,
    `UPDATE refunds SET state = '${ending}', ended_at = ${operation.now} WHERE ${isOpen}`,
  );
}

export interface NewRefund {
  id: string;
  trade: string;
  /** NT$. */
  amount: number;
  /** How many refunds of the trade the operator knew of; with another since, they look again. */
  knownRefunds: number;
}

/** Asks the Worker to make it: never more than what is left, whatever runs beside it. */
export function requestRefund(
  { id: refundId, trade: named, amount, knownRefunds }: NewRefund,
  operation: Operation,
): Statements {
  const id = quotedRefund(refundId);
  const trade = quotedTrade(named);
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError("That is no sum");
  const known = `(SELECT count(*) FROM refunds WHERE merchant_trade_no = ${trade})`;
  const condition = `${amount} > 0 AND ${known} = ${knownRefunds}
    AND EXISTS (SELECT 1 FROM payment_attempts
      WHERE merchant_trade_no = ${trade} AND state = 'paid' AND ${left} >= ${amount})`;
  return audited(
    operation,
    ["refund", id],
    condition,
    `INSERT INTO refunds (id, merchant_trade_no, amount_twd, state, created_at)
      SELECT ${id}, ${trade}, ${amount}, 'requested', ${operation.now} WHERE ${condition}`,
  );
}

/** NT$ of a paid attempt that no refund has taken yet; what is under way counts as taken. */
const left = `(payment_attempts.amount_twd - coalesce((SELECT sum(taken.amount_twd)
  FROM refunds AS taken WHERE taken.merchant_trade_no = payment_attempts.merchant_trade_no
    AND taken.state NOT IN ('refused', 'not_made')), 0))`;

const lateEventMs = 15 * 60_000;
/** Every payment is closed a day after it was made, so by then a refund should have been made. */
const lateRefundMs = 2 * 24 * 3600_000;

export interface Waiting {
  /** Since when; epoch milliseconds. */
  at: number;
  what: "message" | "owed" | "event" | "refund";
  id: string;
  trade: string | null;
  text: string;
}

const isOwed = `state = 'paid' AND needs_refund = 1 AND ${left} > 0`;

/** What waits for a person, the oldest first. */
export const waitingFor = (now: number) => `
  SELECT received_at AS at, 'message' AS what, id, merchant_trade_no AS trade, reason AS text
    FROM payment_inbox WHERE resolved_at IS NULL
  UNION ALL SELECT paid_at, 'owed', merchant_trade_no, merchant_trade_no,
    'NT$ ' || ${left} || ' for order ' || order_number FROM payment_attempts WHERE ${isOwed}
  UNION ALL SELECT created_at, 'event', CAST(id AS TEXT), payload ->> 'merchant_trade_no',
    kind || ' of order ' || order_id || ', ' || attempts || ' calls'
    FROM outbox WHERE sent_at IS NULL AND created_at <= ${now - lateEventMs}
  UNION ALL SELECT coalesce(asked_at, created_at), 'refund', id, merchant_trade_no,
    'NT$ ' || amount_twd || ' ' || state || ' '
      || coalesce(code, '') || ' ' || coalesce(message, '')
    FROM refunds WHERE state IN ('unclear', 'refused')
      OR (state = 'requested' AND created_at <= ${now - lateRefundMs})
  ORDER BY at`;

export interface Payment {
  number: string;
  trade: string;
  /** The gateway's number. */
  tradeNo: string | null;
  state: string;
  paidAt: number | null;
  /** NT$. */
  amount: number;
  left: number;
  refunds: number;
}

const payments = `SELECT order_number AS number, merchant_trade_no AS trade, trade_no AS tradeNo,
  state, paid_at AS paidAt, amount_twd AS amount, ${left} AS left,
  (SELECT count(*) FROM refunds
    WHERE refunds.merchant_trade_no = payment_attempts.merchant_trade_no) AS refunds
  FROM payment_attempts`;

export const owedPayments = `${payments} WHERE ${isOwed} ORDER BY paid_at`;
export const paymentOf = (trade: string) =>
  `${payments} WHERE merchant_trade_no = ${quotedTrade(trade)}`;

export interface ListedRefund {
  id: string;
  trade: string;
  amount: number;
  state: string;
  code: string | null;
  message: string | null;
  createdAt: number;
  operator: string | null;
  reason: string | null;
}

const listedRefunds = `SELECT refunds.id AS id, merchant_trade_no AS trade, amount_twd AS amount,
  state, code, message, created_at AS createdAt, asked_at AS askedAt, ended_at AS endedAt,
  operator, reason
  FROM refunds LEFT JOIN operator_actions ON subject = refunds.id AND action = 'refund'`;

export const allRefunds = `${listedRefunds} ORDER BY created_at`;
export const refundOf = (quotedId: string) => `${listedRefunds} WHERE refunds.id = ${quotedId}`;

/** Everything about the attempts at paying one order, by its key or its number; not the person. */
export function attemptsOf(order: string): Readonly<Record<string, string>> {
  const name = quoted(order, idPattern, "order");
  const isOrder = `(order_id = ${name} OR order_number = ${name})`;
  const trades = `(SELECT merchant_trade_no FROM payment_attempts WHERE ${isOrder})`;
  const keys = `(SELECT order_id FROM payment_attempts WHERE ${isOrder} UNION SELECT ${name})`;
  const ofTrades = `merchant_trade_no IN ${trades}`;
  return {
    attempts: `SELECT merchant_trade_no, state, needs_refund, amount_twd, ${left} AS left_twd,
      order_id, order_number, provider, trade_no, payment_type, last_rtn_code, created_at, paid_at,
      expires_at, query_count, next_query_at
      FROM payment_attempts WHERE ${isOrder} ORDER BY created_at`,
    "cancelled by the member": `SELECT order_id, cancelled_at
      FROM cancelled_orders WHERE ${isOrder}`,
    "genuine messages": `SELECT merchant_trade_no, received_at
      FROM payment_notices WHERE ${ofTrades} ORDER BY received_at`,
    "messages that settle nothing": `SELECT id, merchant_trade_no, reason, received_at, resolved_at,
      fields FROM payment_inbox WHERE ${ofTrades} ORDER BY received_at`,
    "events for the upstream": `SELECT id, kind, created_at, sent_at, attempts, next_at
      FROM outbox WHERE order_id IN ${keys} ORDER BY id`,
    refunds: `${listedRefunds} WHERE ${ofTrades} ORDER BY created_at`,
    "done by operators": `SELECT at, operator, action, subject, reason FROM operator_actions
      WHERE subject IN (SELECT id FROM refunds WHERE ${ofTrades}
        UNION SELECT id FROM payment_inbox WHERE ${ofTrades}) ORDER BY at`,
  };
}

/** Settled payments that the upstream does not know of, the oldest first. */
export const unreportedPayments = `SELECT order_number AS number, merchant_trade_no AS trade,
  amount_twd AS amount, paid_at AS paidAt, outbox.kind AS kind, outbox.attempts AS attempts
  FROM outbox JOIN payment_attempts ON merchant_trade_no = substr(outbox.idempotency_key, 9)
  WHERE outbox.sent_at IS NULL AND outbox.kind <> 'order.cancelled' ORDER BY outbox.id`;

export interface UnreportedPayment extends Pick<Payment, "number" | "trade" | "amount"> {
  paidAt: number;
  kind: string;
  attempts: number;
}

/** The genuine messages about a trade. @throws RangeError for what is no trade number. */
export const noticesOf = (trade: string) => `SELECT sealed, received_at AS receivedAt
  FROM payment_notices WHERE merchant_trade_no = ${quotedTrade(trade)} ORDER BY received_at`;

export interface KeptNotice {
  sealed: string;
  receivedAt: number;
}
