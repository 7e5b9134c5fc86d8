/**
 * SQL for what must follow when the database was brought back to an earlier time (`.scripts/restore`), without parameters. What
 * happened between that time, `since`, and now is unknown to it, but not to members, gateway and upstream.
 */
import { insertionsOf, type CopiedRow } from "./copied-rows.ts";
import { audited, textOf, whole, type Operation } from "./operator-changes.ts";

const dayMs = 24 * 3600_000;
/** An attempt lives a week, and is asked about for a day more. */
const attemptsMs = 8 * dayMs;
/** Reports are kept 30 days after they were sent: an older payment may have none. */
const reportsMs = 29 * dayMs;
const stepMs = 30_000;

/** By what they do; one batch, in this order. Each returns a row for each row that it changes. */
export function afterRestore(
  since: number,
  operation: Operation,
): Readonly<Record<string, string>> {
  const now = whole(operation.now);
  const subject = textOf(new Date(since).toISOString());
  return {
    "written down": audited(operation, "restore", subject, "true").audit,
    "session epoch": `INSERT INTO settings (name, value) VALUES ('session_epoch', 1)
      ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
    "sign-ins that owed a code": "DELETE FROM sign_in_challenges RETURNING 1",
    // The newest code that an app shows by now, and the next one that a fast clock shows.
    "authenticators whose codes of now are void": `UPDATE second_steps SET last_step = ${whole(Math.floor(operation.now / stepMs) + 1)}
      WHERE confirmed_at IS NOT NULL RETURNING 1`,
    "refunds that may have been made": `UPDATE refunds SET state = 'unclear', asked_at = coalesce(asked_at, ${now}), message = 'restored'
      WHERE state IN ('requested', 'asking') RETURNING 1`,
    "payments to ask about": `UPDATE payment_attempts SET state = CASE state WHEN 'expired' THEN 'open' ELSE state END,
      next_query_at = ${askedAt("created_at", since, operation.now)}
      WHERE state IN ('open', 'failed', 'expired') AND created_at > ${whole(since - attemptsMs)} RETURNING 1`,
    "reports to send": `UPDATE outbox SET next_at = ${now}, lease_until = 0 WHERE sent_at IS NULL RETURNING 1`,
    "reports made again": missingReports(operation.now),
  };
}

/** Now, those that were begun last before the others: a shopper may be paying. */
const askedAt = (createdAt: string, since: number, now: number) =>
  `${whole(now)} - max(0, ${createdAt} - ${whole(since - attemptsMs)}) / 1000`;

/** An export is not of one moment: a payment may be in it without its report. The upstream knows each by its key. */
const missingReports = (now: number) => {
  const kind = `CASE WHEN needs_refund = 1 AND (EXISTS (SELECT 1 FROM payment_attempts AS other WHERE other.order_id = payment_attempts.order_id
      AND other.state = 'paid' AND other.needs_refund = 0)
    OR EXISTS (SELECT 1 FROM cancelled_orders WHERE cancelled_orders.order_id = payment_attempts.order_id))
    THEN 'order.needs_refund' ELSE 'order.paid' END`;
  const paidAt = `strftime('%Y-%m-%dT%H:%M:%S', paid_at / 1000, 'unixepoch') || printf('.%03dZ', paid_at % 1000)`;
  return `INSERT INTO outbox (order_id, kind, idempotency_key, payload, created_at, next_at)
    SELECT order_id, ${kind}, 'payment-' || merchant_trade_no, json_object('kind', ${kind}, 'order_id', order_id, 'merchant_trade_no', merchant_trade_no,
      'trade_no', trade_no, 'amount', amount_twd, 'payment_type', payment_type, 'paid_at', ${paidAt}, 'invoice', json_extract(snapshot, '$.invoice')),
      ${whole(now)}, ${whole(now)} FROM payment_attempts WHERE state = 'paid' AND paid_at > ${whole(now - reportsMs)}
      AND NOT EXISTS (SELECT 1 FROM outbox WHERE idempotency_key = 'payment-' || merchant_trade_no)
    ON CONFLICT DO NOTHING RETURNING 1`;
};

/** Rows that came into the books meanwhile, as the journal has them: what became of them the gateway is asked, or people say. */
export function insertLost(table: string, rows: readonly CopiedRow[], now: number): string[] {
  return insertionsOf(
    table,
    rows.map((row) => ({ ...row, ...undone(table, row, now) })),
  );
}

function undone(table: string, row: CopiedRow, now: number): CopiedRow {
  if (table === "payment_attempts") return { ...unpaid, next_query_at: now };
  const isToMake = table === "refunds" && ["requested", "asking"].includes(String(row["state"]));
  return isToMake
    ? { state: "unclear", asked_at: row["asked_at"] ?? now, message: "restored" }
    : {};
}

const unpaid = {
  state: "open",
  needs_refund: 0,
  settle_nonce: null,
  trade_no: null,
  payment_type: null,
  paid_at: null,
  settled_at: null,
  last_rtn_code: null,
  query_count: 0,
};
