/** Rules about refunds; `invariants.ts` says how they are run. */
import type { Rule } from "./invariants.ts";

const stands = "state NOT IN ('refused', 'not_made')";

/** `since` bounds the look into the log of operators; epoch milliseconds. */
export const refundRules = (since: number): readonly Rule[] => [
  {
    rule: "no more is given back than was paid",
    table: "refunds",
    newBy: "rowid",
    select: (
      rows,
    ) => `SELECT DISTINCT merchant_trade_no AS broken FROM refunds WHERE ${rows} AND ${stands}
      AND (SELECT sum(amount_twd) FROM refunds AS together WHERE together.merchant_trade_no = refunds.merchant_trade_no
        AND together.${stands}) > coalesce((SELECT amount_twd FROM payment_attempts
        WHERE payment_attempts.merchant_trade_no = refunds.merchant_trade_no AND state = 'paid'), 0)`,
  },
  {
    rule: "a refund is a whole positive sum, and its state fits its times",
    table: "refunds",
    newBy: "rowid",
    select: (
      rows,
    ) => `SELECT id AS broken FROM refunds WHERE ${rows} AND (typeof(amount_twd) <> 'integer' OR amount_twd < 1
      OR CASE state WHEN 'requested' THEN asked_at IS NOT NULL OR ended_at IS NOT NULL
        WHEN 'asking' THEN asked_at IS NULL OR ended_at IS NOT NULL
        WHEN 'unclear' THEN asked_at IS NULL OR ended_at IS NOT NULL
        WHEN 'made' THEN asked_at IS NULL OR ended_at IS NULL
        WHEN 'refused' THEN asked_at IS NULL OR ended_at IS NULL
        WHEN 'not_made' THEN ended_at IS NULL
        ELSE 1 END)`,
  },
  {
    rule: "a refund was asked for by an operator",
    table: "refunds",
    newBy: "rowid",
    select: (
      rows,
    ) => `SELECT id AS broken FROM refunds WHERE ${rows} AND created_at > ${since} AND 1 <> (SELECT count(*) FROM operator_actions
      WHERE operator_actions.subject = refunds.id AND action = 'refund')`,
  },
];
