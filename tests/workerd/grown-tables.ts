/** Rows as years of trade leave them, as plain SQL, so that any test with a database can have them. */

const dayMs = 24 * 3600_000;
/** Reports that wait are few in a real shop, however large it is. */
const mostWaiting = 200;

/**
 * Every table gets `count` rows. A tenth of the carts, sessions, answers, limits … has run out, some payments wait for ECPay's answer
 * and some reports for the upstream. No invariant is broken.
 */
export function grownTables(count: number, now: number): string[] {
  const each = (table: string, columns: string, values: string, where = "1") =>
    `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
     INSERT INTO ${table} (${columns}) SELECT ${values} FROM number WHERE ${where}`;
  /** One in ten is over since `days`, the others began within them. */
  const begun = (days: number) =>
    `CASE n % 10 WHEN 0 THEN ${now - (days + 1) * dayMs} - n ELSE ${now} - n % ${days * dayMs} END`;
  const ago = (days: number) => `${now} - ${days * dayMs} + n * ${days * dayMs} / ${count + 1}`;
  const year = 366;
  return [
    each(
      "carts",
      "id, member_id, version, created_at, updated_at, expires_at",
      `'cart-' || n, 'member-' || n, 1, ${now}, ${now}, ${begun(30)} + ${30 * dayMs}`,
    ),
    each(
      "cart_items",
      "id, cart_id, product_ids, label, unit_price, amount, item_type, sale_type, addon_item_ids, created_at, removed_at",
      `'line-' || n, 'cart-' || n, '["hinoki-rain"]', 'Hinoki Rain', 100, 1, 'JAR', 'SAMPLE', '[]', ${now},
        CASE WHEN n % 100 = 1 THEN ${now - 2 * dayMs} END`,
    ),
    each(
      "idempotency_keys",
      "scope, key, body_hash, answer, lease_until, created_at",
      `'survey:member-' || n, 'key', 'hash', '{}', 0, ${begun(1)}`,
    ),
    each(
      "sign_in_challenges",
      "id, member_key, upstream_temp_token, created_at, expires_at",
      `'challenge-' || n, 'key', 'sealed', ${begun(1)}, ${begun(1)}`,
    ),
    each(
      "second_steps",
      "member_id, secret, confirmed_at, created_at",
      `'member-' || n, 'aaaaaaaa.nonce.text', CASE WHEN n % 10 THEN ${now} END, ${begun(1)}`,
    ),
    each(
      "limits",
      "key, count, last_at, window_ends_at",
      `'sign-in:' || n, 1, ${now}, ${begun(1)}`,
    ),
    each(
      "sessions",
      `id, member_id, epoch, must_change_password, upstream_access, upstream_expires_at, browser, created_at, last_seen_at, idle_ends_at, absolute_ends_at`,
      `'session-' || n, 'member-' || n, 0, 0, 'sealed', 0, 'Firefox', ${now}, ${now}, ${begun(30)}, ${now + dayMs}`,
    ),
    each(
      "refresh_tokens",
      "hash, session_id, generation, created_at",
      `'token-' || n, 'session-' || n, 0, ${now}`,
    ),
    each(
      "payment_attempts",
      `id, merchant_trade_no, order_id, order_number, member_id, locale, amount_twd, state, settle_nonce, trade_no, paid_at, settled_at,
       snapshot, cart_item_ids, created_at, expires_at, next_query_at`,
      `'attempt-' || n, 'TRADE' || n, 'order-' || n, 'SL' || n, 'member-' || n, 'zh', 100, CASE n % 10 WHEN 1 THEN 'open' ELSE 'paid' END,
        CASE n % 10 WHEN 1 THEN NULL ELSE 'nonce-' || n END, CASE n % 10 WHEN 1 THEN NULL ELSE 'T' || n END,
        CASE n % 10 WHEN 1 THEN NULL ELSE ${ago(7 * year)} END, CASE n % 10 WHEN 1 THEN NULL ELSE ${ago(7 * year)} END,
        CASE n % 7 WHEN 1 THEN '{"customerName":"Mei"}' END, '[]', ${ago(7 * year)}, ${now + dayMs}, ${now} - n`,
    ),
    each(
      "outbox",
      "order_id, kind, idempotency_key, payload, created_at, sent_at, next_at",
      `'order-' || n, 'order.paid', 'payment-TRADE' || n,
        json_object('kind', 'order.paid', 'order_id', 'order-' || n, 'merchant_trade_no', 'TRADE' || n, 'trade_no', 'T' || n, 'amount', 100,
          'payment_type', 'Credit', 'paid_at', ''), ${ago(7 * year)},
        CASE WHEN n > ${count - mostWaiting} THEN NULL ELSE ${ago(60)} END, ${now} - n`,
      "n % 10 <> 1",
    ),
    each(
      "payment_inbox",
      "id, merchant_trade_no, reason, fields, received_at, resolved_at",
      `'message-' || n, 'TRADE' || n, 'odd_value', '{}', ${ago(8 * year)}, CASE WHEN n > ${count - mostWaiting} THEN NULL ELSE ${now} END`,
    ),
    each(
      "payment_notices",
      "id, merchant_trade_no, sealed, received_at",
      `'notice-' || n, 'TRADE' || n, 'sealed', ${ago(8 * year)}`,
    ),
    each(
      "cancelled_orders",
      "order_id, order_number, member_id, cancelled_at",
      `'gone-' || n, 'GONE' || n, 'member-' || n, ${ago(8 * year)}`,
    ),
    each(
      "refunds",
      "id, merchant_trade_no, amount_twd, state, created_at, asked_at, ended_at",
      `'refund-' || n, 'TRADE' || n, 50, 'made', ${ago(7 * year)}, ${ago(7 * year)}, ${ago(7 * year)}`,
      "n % 10 <> 1",
    ),
    each(
      "operator_actions",
      "id, at, operator, action, subject, reason",
      `'action-' || n, ${ago(8 * year)}, 'Mei', 'refund', 'refund-' || n, 'broken'`,
      "n % 10 <> 1",
    ),
    each(
      "desk_texts",
      "id, at, operator, name, value",
      `'text-' || n, ${ago(8 * year)}, 'Mei', 'locales/zh/shop key-' || n, 'Rose'`,
    ),
    // Of the last hour there are as many as names, however long the shop has been there.
    each("tallies", "at, name, count", `${begun(1)} - ${2 * 3600_000}, 'error.logged ' || n, 1`),
    each("alarms", "name, is_on, since", `'alarm-' || n, 0, ${now}`),
    each("member_refusals", "member_id, refusal", `'member-' || n, 'family:tea'`),
    each("recovery_codes", "member_id, hash", `'member-' || n, 'hash'`),
    each(
      "response_refusals",
      "response_id, member_id, refusals, created_at",
      `'response-' || n, 'member-' || n, '["family:tea"]', ${ago(3 * year)}`,
    ),
  ];
}
