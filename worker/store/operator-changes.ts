/**
 * SQL for what operators change by command (`.scripts/payments.ts`), without parameters. Each
 * change is two statements of one batch: first the row that says who did it, under all conditions,
 * then the change itself, under the same ones and that row.
 */
import { quoted, quotedTrade } from "./quoted.ts";

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

export const messagePattern = /^[0-9a-f]{64}$/;
const refundPattern = /^RF[0-9A-F]{16}$/;
const operationPattern = /^[0-9a-f]{32}$/;

export const quotedRefund = (id: string) => quoted(id, refundPattern, "refund");
export const quotedMessage = (id: string) => quoted(id, messagePattern, "message");

/** What people typed, in a spelling in which nothing of it can be read as SQL. */
function textOf(words: string): string {
  const bytes = new TextEncoder().encode(words);
  return `CAST(x'${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}' AS TEXT)`;
}

function whole(amount: number): string {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError("That is no sum");
  return String(amount);
}

function audited(
  { id, operator, reason, now }: Operation,
  action: string,
  subject: string,
  condition: string,
): { audit: string; isAudited: string } {
  const row = quoted(id, operationPattern, "operation");
  return {
    audit: `INSERT INTO operator_actions (id, at, operator, action, subject, reason)
      SELECT ${row}, ${whole(now)}, ${textOf(operator)}, '${action}', ${subject}, ${textOf(reason)} WHERE ${condition} RETURNING id`,
    isAudited: `EXISTS (SELECT 1 FROM operator_actions WHERE id = ${row})`,
  };
}

export function resolveMessage(messageId: string, operation: Operation): Statements {
  const id = quotedMessage(messageId);
  const { audit, isAudited } = audited(
    operation,
    "resolve",
    id,
    `EXISTS (SELECT 1 FROM payment_inbox WHERE id = ${id} AND resolved_at IS NULL)`,
  );
  const change = `UPDATE payment_inbox SET resolved_at = ${whole(operation.now)}
    WHERE id = ${id} AND resolved_at IS NULL AND ${isAudited} RETURNING id`;
  return [audit, change];
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
  const { audit, isAudited } = audited(
    operation,
    `resolve ${ending}`,
    id,
    `EXISTS (SELECT 1 FROM refunds WHERE ${isOpen})`,
  );
  const change = `UPDATE refunds SET state = '${ending}', ended_at = ${whole(operation.now)}
    WHERE ${isOpen} AND ${isAudited} RETURNING id`;
  return [audit, change];
}

export interface NewRefund {
  id: string;
  trade: string;
  /** NT$. */
  amount: number;
  /**
   * How many refunds of the trade the operator knew of: with another one in between, they have to
   * look again.
   */
  knownRefunds: number;
}

/**
 * The Worker makes it; this only asks for it. Never more than what is left of the payment, whatever
 * runs beside it.
 */
export function requestRefund(refund: NewRefund, operation: Operation): Statements {
  const id = quotedRefund(refund.id);
  const trade = quotedTrade(refund.trade);
  const amount = whole(refund.amount);
  const condition = `${amount} > 0 AND (SELECT count(*) FROM refunds WHERE merchant_trade_no = ${trade}) = ${whole(refund.knownRefunds)}
    AND EXISTS (SELECT 1 FROM payment_attempts WHERE merchant_trade_no = ${trade} AND state = 'paid' AND ${leftOf("payment_attempts")} >= ${amount})`;
  const { audit, isAudited } = audited(operation, "refund", id, condition);
  const change = `INSERT INTO refunds (id, merchant_trade_no, amount_twd, state, created_at)
    SELECT ${id}, ${trade}, ${amount}, 'requested', ${whole(operation.now)} WHERE ${condition} AND ${isAudited} RETURNING id`;
  return [audit, change];
}

/** NT$ of a paid attempt that no refund has taken yet; what is under way counts as taken. */
export const leftOf = (attempts: string) =>
  `(${attempts}.amount_twd - coalesce((SELECT sum(taken.amount_twd) FROM refunds AS taken
    WHERE taken.merchant_trade_no = ${attempts}.merchant_trade_no AND taken.state NOT IN ('refused', 'not_made')), 0))`;
