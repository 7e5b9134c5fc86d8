/** What always holds in the shop's database: each rule is a query for the rows that break it. */
import { sql } from "drizzle-orm";
import { maxCartItems } from "#contract/cart";
import type { Database } from "../deps.ts";

/** Sent outbox rows are removed after 30 days, so only younger payments must still have theirs. */
const outboxKeptMs = 29 * 24 * 3600_000;

export function invariantsAt(now: number) {
  const since = String(Math.floor(now - outboxKeptMs));
  return rules.map((one) => ({ ...one, where: one.where.replaceAll(":since", since) }));
}

type Stretch = Record<"after" | "upTo", number> & { table: string };

/** So many rows of a table a call: shoppers pass between two of them. */
const rowsOfACall = 10_000;

export async function allBreaches(db: Database, now: number) {
  const found = [];
  for (const table of new Set(rules.map((one) => one.table))) {
    const last = sql.raw(`SELECT coalesce(max(rowid), 0) AS row FROM ${table}`);
    const { row } = await db.get<{ row: number }>(last);
    for (let after = 0; after < row; after += rowsOfACall)
      found.push(...(await breachesIn(db, { table, after, upTo: after + rowsOfACall }, now)));
  }
  return found;
}

export async function breachesIn(db: Database, { table, after, upTo }: Stretch, now: number) {
  const found = [];
  // A plus before a state in the rules keeps to these rows: its index would give all paid attempts.
  const within = `${table}.rowid > ${after} AND ${table}.rowid <= ${upTo}`;
  for (const { rule, broken, where } of invariantsAt(now).filter((one) => one.table === table)) {
    const breaches = `SELECT ${broken} AS broken FROM ${table} WHERE ${within} AND ${where}`;
    const query = `SELECT broken, count(*) OVER () AS count FROM (${breaches})`;
    const rows = await db.all<{ broken: unknown; count: number }>(sql.raw(`${query} LIMIT 20`));
    const [first] = rows;
    if (first !== undefined)
      found.push({ rule, count: first.count, rows: rows.map((row) => row.broken) });
  }
  return found;
}

/** A breach is found at these rows. Whatever else the query reads it finds by an index. */
const rulesOf = (table: string, broken: string, wheres: Record<string, string>) =>
  Object.entries(wheres).map(([rule, where]) => ({ rule, table, broken, where: `(${where})` }));

const ofCancelledOrder = `EXISTS (SELECT 1 FROM cancelled_orders AS cancelled
  WHERE cancelled.member_id = payment_attempts.member_id
    AND (cancelled.order_id IN (payment_attempts.order_id, payment_attempts.order_number)
      OR cancelled.order_number IN (payment_attempts.order_id, payment_attempts.order_number)))`;
const reports = `(SELECT count(*) FROM outbox
  WHERE outbox.order_id = payment_attempts.order_id AND +kind = 'order.paid')`;
const ofThisOrder = "one.order_id = payment_attempts.order_id";

const stands = "state NOT IN ('refused', 'not_made')";

const rules = [
  ...rulesOf("payment_attempts", "merchant_trade_no", {
    "a paid attempt has one settling, one trade and one outbox row of its amount": `
      +state = 'paid' AND (settle_nonce IS NULL OR trade_no IS NULL OR paid_at IS NULL
        OR (paid_at > :since AND 1 <> (SELECT count(*) FROM outbox
          WHERE idempotency_key = 'payment-' || merchant_trade_no
            AND outbox.order_id = payment_attempts.order_id AND payload ->> 'amount' = amount_twd
            AND payload ->> 'trade_no' = trade_no AND payload ->> 'kind' = kind)))`,
    "money for a cancelled order is owed back": `
      +state = 'paid' AND needs_refund = 0 AND ${ofCancelledOrder}`,
    "an attempt that is not paid was never settled": `
      state NOT IN ('open', 'failed', 'expired', 'paid')
        OR (state <> 'paid' AND (settle_nonce IS NOT NULL OR trade_no IS NOT NULL))`,
    "the sum of an attempt is whole and positive": `
      typeof(amount_twd) <> 'integer' OR amount_twd < 1`,
  }),
  ...rulesOf("payment_attempts", "DISTINCT order_id", {
    "an order is paid by at most one attempt that keeps its money": `
      +state = 'paid' AND needs_refund = 0
        AND EXISTS (SELECT 1 FROM payment_attempts AS one WHERE ${ofThisOrder}
          AND one.state = 'paid' AND one.needs_refund = 0 AND one.id <> payment_attempts.id)`,
    "the upstream hears of exactly one payment of a paid order": `
      +state = 'paid' AND NOT ${ofCancelledOrder}
        AND (${reports} > 1 OR (${reports} = 0 AND :since < (SELECT min(paid_at)
          FROM payment_attempts AS one WHERE ${ofThisOrder} AND one.state = 'paid')))`,
    // Equal to one of them, which the index gives at once, is equal to all.
    "all attempts of an order are for one sum": `
      amount_twd <> (SELECT amount_twd FROM payment_attempts AS one WHERE ${ofThisOrder}
        ORDER BY one.state, one.rowid LIMIT 1)`,
  }),
  ...rulesOf("outbox", "idempotency_key", {
    "an outbox row tells of a paid attempt": `
      +kind <> 'order.cancelled' AND (idempotency_key NOT LIKE 'payment-%'
        OR NOT EXISTS (SELECT 1 FROM payment_attempts
          WHERE merchant_trade_no = substr(outbox.idempotency_key, 9) AND state = 'paid'))`,
    "an outbox row tells of a cancelled order": `
      +kind = 'order.cancelled' AND NOT EXISTS (SELECT 1 FROM cancelled_orders
        WHERE cancelled_orders.order_id = outbox.order_id)`,
    "money that is owed back is marked as such": `
      +kind = 'order.needs_refund' AND EXISTS (SELECT 1 FROM payment_attempts
        WHERE merchant_trade_no = substr(idempotency_key, 9) AND needs_refund = 0)`,
  }),
  ...rulesOf("refunds", "DISTINCT merchant_trade_no", {
    "no more is given back than was paid": `
      ${stands} AND (SELECT sum(amount_twd) FROM refunds AS together
        WHERE together.merchant_trade_no = refunds.merchant_trade_no AND together.${stands})
        > coalesce((SELECT amount_twd FROM payment_attempts
          WHERE payment_attempts.merchant_trade_no = refunds.merchant_trade_no
            AND state = 'paid'), 0)`,
  }),
  ...rulesOf("refunds", "id", {
    "a refund is a whole positive sum, and its state fits its times": `
      typeof(amount_twd) <> 'integer' OR amount_twd < 1
        OR CASE state WHEN 'requested' THEN asked_at IS NOT NULL OR ended_at IS NOT NULL
          WHEN 'asking' THEN asked_at IS NULL OR ended_at IS NOT NULL
          WHEN 'unclear' THEN asked_at IS NULL OR ended_at IS NOT NULL
          WHEN 'made' THEN asked_at IS NULL OR ended_at IS NULL
          WHEN 'refused' THEN asked_at IS NULL OR ended_at IS NULL
          WHEN 'not_made' THEN ended_at IS NULL
          ELSE 1 END`,
    "a refund was asked for by an operator": `
      created_at > :since AND 1 <> (SELECT count(*) FROM operator_actions
        WHERE operator_actions.subject = refunds.id AND action = 'refund')`,
  }),
  ...rulesOf("carts", "id", {
    "a merged guest cart has one target and no line left": `
      merged_into IS NOT NULL AND (member_id IS NOT NULL
        OR EXISTS (SELECT 1 FROM cart_items WHERE cart_id = carts.id)
        OR EXISTS (SELECT 1 FROM carts AS target
          WHERE target.id = carts.merged_into AND target.member_id IS NULL))`,
    "a cart belongs to one member or one guest": `(member_id IS NULL) = (guest_hash IS NULL)`,
    "a cart holds no more than it may": `
      ${maxCartItems} < (SELECT count(*) FROM cart_items
        WHERE cart_id = carts.id AND +removed_at IS NULL)`,
  }),
  ...rulesOf("cart_items", "id", {
    "a line lies in a cart": `
      NOT EXISTS (SELECT 1 FROM carts WHERE carts.id = cart_items.cart_id)`,
    "prices and amounts in a cart are whole and positive": `
      typeof(unit_price) <> 'integer' OR unit_price < 1
        OR typeof(amount) <> 'integer' OR amount < 1`,
  }),
  ...rulesOf("idempotency_keys", "scope || ' ' || key", {
    // Gateways name the fields of a form differently.
    "an answer that holds a payment form has its attempt": `
      answer IS NOT NULL AND (scope LIKE 'checkout:%' OR scope LIKE 'pay:%')
        AND NOT EXISTS (SELECT 1 FROM json_tree(answer) AS said
          CROSS JOIN payment_attempts ON merchant_trade_no = said.atom
          WHERE order_id = answer ->> '$.id' AND EXISTS (SELECT 1 FROM json_tree(answer)
            WHERE CAST(atom AS TEXT) = CAST(amount_twd AS TEXT)))`,
  }),
  ...rulesOf("refresh_tokens", "DISTINCT session_id", {
    "a session has at most one refresh token that was not used, and it is the youngest": `
      used_at IS NULL AND EXISTS (SELECT 1 FROM refresh_tokens AS later
        WHERE later.session_id = refresh_tokens.session_id
          AND later.generation > refresh_tokens.generation)`,
  }),
  ...rulesOf("sessions", "id", {
    "no session outlives its absolute end": `
      last_seen_at > absolute_ends_at OR idle_ends_at > absolute_ends_at`,
  }),
  ...rulesOf("sign_in_challenges", "id", {
    "a code is guessed at five times at most": `
      guesses > 5 OR (used_at IS NOT NULL AND guesses = 0)`,
  }),
];
