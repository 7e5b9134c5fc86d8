/**
 * Rules that must always hold in the shop's database, each as a query for the rows that break it. Run by tests after everything
 * that touches money, by the schedule once an hour, and by operators. Nothing here writes.
 */
import { maxCartItems } from "#contract/cart";

export interface Invariant {
  rule: string;
  /** Selects one column, `broken`: the offending row. */
  sql: string;
}

const dayMs = 24 * 3600_000;
/** Sent outbox rows are removed after 30 days, so only younger payments must still have theirs. */
const outboxKeptMs = 29 * dayMs;

/** `now` is epoch milliseconds. The SQL has no parameters, so that the command line can run it too. */
export function invariantsAt(now: number): readonly Invariant[] {
  return [
    ...paymentInvariants(Math.floor(now - outboxKeptMs)),
    ...cartInvariants,
    ...identityInvariants,
  ];
}

const ofCancelledOrder = `EXISTS (SELECT 1 FROM cancelled_orders AS cancelled WHERE cancelled.member_id = payment_attempts.member_id
  AND (cancelled.order_id IN (payment_attempts.order_id, payment_attempts.order_number) OR cancelled.order_number IN (payment_attempts.order_id, payment_attempts.order_number)))`;

function paymentInvariants(since: number): Invariant[] {
  return [
    {
      rule: "a paid attempt has one settling, one trade and one outbox row of its amount",
      sql: `SELECT merchant_trade_no AS broken FROM payment_attempts WHERE state = 'paid' AND (settle_nonce IS NULL OR trade_no IS NULL
        OR paid_at IS NULL OR (paid_at > ${since} AND 1 <> (SELECT count(*) FROM outbox
          WHERE idempotency_key = 'payment-' || merchant_trade_no AND outbox.order_id = payment_attempts.order_id
            AND payload ->> 'amount' = amount_twd AND payload ->> 'trade_no' = trade_no AND payload ->> 'kind' = kind)))`,
    },
    {
      rule: "an outbox row tells of a paid attempt",
      sql: `SELECT idempotency_key AS broken FROM outbox WHERE kind <> 'order.cancelled' AND (idempotency_key NOT LIKE 'payment-%' OR NOT EXISTS (
        SELECT 1 FROM payment_attempts WHERE merchant_trade_no = substr(outbox.idempotency_key, 9) AND state = 'paid'))`,
    },
    {
      rule: "an outbox row tells of a cancelled order",
      sql: `SELECT idempotency_key AS broken FROM outbox WHERE kind = 'order.cancelled' AND order_id NOT IN (SELECT order_id FROM cancelled_orders)`,
    },
    {
      rule: "money for a cancelled order is owed back",
      sql: `SELECT merchant_trade_no AS broken FROM payment_attempts WHERE state = 'paid' AND needs_refund = 0 AND ${ofCancelledOrder}`,
    },
    {
      rule: "an attempt that is not paid was never settled",
      sql: `SELECT merchant_trade_no AS broken FROM payment_attempts
        WHERE state NOT IN ('open', 'failed', 'expired', 'paid') OR (state <> 'paid' AND (settle_nonce IS NOT NULL OR trade_no IS NOT NULL))`,
    },
    {
      rule: "an order is paid by at most one attempt that keeps its money",
      sql: `SELECT order_id AS broken FROM payment_attempts WHERE state = 'paid' AND needs_refund = 0 GROUP BY order_id HAVING count(*) > 1`,
    },
    {
      rule: "the upstream hears of exactly one payment of a paid order",
      sql: `SELECT order_id AS broken FROM payment_attempts WHERE state = 'paid' AND NOT ${ofCancelledOrder} GROUP BY order_id
        HAVING (SELECT count(*) FROM outbox WHERE outbox.order_id = payment_attempts.order_id AND kind = 'order.paid') > 1
          OR (min(paid_at) > ${since} AND (SELECT count(*) FROM outbox WHERE outbox.order_id = payment_attempts.order_id AND kind = 'order.paid') = 0)`,
    },
    {
      rule: "money that is owed back is marked as such",
      sql: `SELECT idempotency_key AS broken FROM outbox JOIN payment_attempts ON merchant_trade_no = substr(idempotency_key, 9)
        WHERE kind = 'order.needs_refund' AND needs_refund = 0`,
    },
    {
      rule: "all attempts of an order are for one sum",
      sql: `SELECT order_id AS broken FROM payment_attempts GROUP BY order_id HAVING min(amount_twd) <> max(amount_twd)`,
    },
    {
      rule: "money is whole and positive",
      sql: `SELECT merchant_trade_no AS broken FROM payment_attempts WHERE typeof(amount_twd) <> 'integer' OR amount_twd < 1
        UNION ALL SELECT id FROM cart_items WHERE typeof(unit_price) <> 'integer' OR unit_price < 1 OR typeof(amount) <> 'integer' OR amount < 1`,
    },
    {
      rule: "an answer that holds a payment form has its attempt",
      // Field names of the form differ between gateways, but trade number and amount are among the values.
      sql: `SELECT scope || ' ' || key AS broken FROM idempotency_keys
        WHERE answer IS NOT NULL AND (scope LIKE 'checkout:%' OR scope LIKE 'pay:%') AND NOT EXISTS (
        SELECT 1 FROM payment_attempts WHERE order_id = answer ->> '$.id'
          AND EXISTS (SELECT 1 FROM json_tree(answer) WHERE atom = merchant_trade_no)
          AND EXISTS (SELECT 1 FROM json_tree(answer) WHERE CAST(atom AS TEXT) = CAST(amount_twd AS TEXT)))`,
    },
  ];
}

const cartInvariants: Invariant[] = [
  {
    rule: "a merged guest cart has one target and no line left",
    sql: `SELECT id AS broken FROM carts WHERE merged_into IS NOT NULL AND (member_id IS NOT NULL
      OR EXISTS (SELECT 1 FROM cart_items WHERE cart_id = carts.id)
      OR EXISTS (SELECT 1 FROM carts AS target WHERE target.id = carts.merged_into AND target.member_id IS NULL))`,
  },
  {
    rule: "a cart belongs to one member or one guest",
    sql: "SELECT id AS broken FROM carts WHERE (member_id IS NULL) = (guest_hash IS NULL)",
  },
  {
    rule: "a line lies in a cart",
    sql: "SELECT id AS broken FROM cart_items WHERE cart_id NOT IN (SELECT id FROM carts)",
  },
  {
    rule: "a cart holds no more than it may",
    sql: `SELECT cart_id AS broken FROM cart_items WHERE removed_at IS NULL GROUP BY cart_id HAVING count(*) > ${maxCartItems}`,
  },
];

const identityInvariants: Invariant[] = [
  {
    rule: "a session has at most one refresh token that was not used, and it is the youngest",
    sql: `SELECT session_id AS broken FROM refresh_tokens GROUP BY session_id
      HAVING sum(used_at IS NULL) > 1 OR (sum(used_at IS NULL) = 1 AND max(CASE WHEN used_at IS NULL THEN generation END) <> max(generation))`,
  },
  {
    rule: "no session outlives its absolute end",
    sql: "SELECT id AS broken FROM sessions WHERE last_seen_at > absolute_ends_at OR idle_ends_at > absolute_ends_at",
  },
  {
    rule: "a code is guessed at five times at most",
    sql: "SELECT id AS broken FROM sign_in_challenges WHERE guesses > 5 OR (used_at IS NOT NULL AND guesses = 0)",
  },
];
