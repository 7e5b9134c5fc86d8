/** SQL that hands out or erases what the shop keeps of one member (`npm run member`). */
import { idPattern } from "#contract/fields";
import { quoted } from "./operators.ts";

/** One statement each, all in one batch. */
type Statements = Readonly<Record<string, string>>;

/** Which rows of each table are about the member. @throws RangeError for what is no id. */
function rowsOf(memberId: string) {
  const id = quoted(memberId, idPattern, "member's id");
  const isTheirs = `member_id = ${id}`;
  const from = (column: string, table: string) =>
    `(SELECT ${column} FROM ${table} WHERE ${isTheirs})`;
  const keys = `(SELECT member_key FROM sessions WHERE ${isTheirs} AND member_key <> '')`;
  const orders = `(SELECT order_id FROM payment_attempts WHERE ${isTheirs}
    UNION SELECT order_id FROM cancelled_orders WHERE ${isTheirs})`;
  const trades = from("merchant_trade_no", "payment_attempts");
  return {
    isTheirs,
    sign_in_challenges: `(${isTheirs} OR member_key IN ${keys})`,
    // Counters of wrong codes last a year, by the hash of the e-mail.
    limits: `(substr(key, -length(':' || ${id})) = ':' || ${id}
      OR EXISTS (SELECT 1 FROM sessions WHERE ${isTheirs}
        AND (instr(key, ':' || member_key) > 0 OR instr(key, ':' || browser_hash) > 0)))`,
    refresh_tokens: `session_id IN ${from("id", "sessions")}`,
    cart_items: `cart_id IN ${from("id", "carts")}`,
    carts: `(${isTheirs} OR merged_into IN ${from("id", "carts")})`,
    // Scopes are `checkout:<member>` and `pay:<member>:<order>`.
    idempotency_keys: `(scope = 'checkout:' || ${id}
      OR substr(scope, 1, length('pay:' || ${id}) + 1) = 'pay:' || ${id} || ':')`,
    payment_inbox: `merchant_trade_no IN ${trades}`,
    refunds: `merchant_trade_no IN ${trades}`,
    outbox: `order_id IN ${orders}`,
  };
}

/** Everything that the member said or did here; tokens are left out. */
export function memberExport(memberId: string): Statements {
  const rows = rowsOf(memberId);
  const { isTheirs } = rows;
  return {
    sessions: `SELECT id, browser, place, created_at, last_seen_at, ended_at, end_reason
      FROM sessions WHERE ${isTheirs}`,
    sign_ins_that_owe_a_code: `SELECT created_at, expires_at, guesses
      FROM sign_in_challenges WHERE ${rows.sign_in_challenges}`,
    cart: `SELECT * FROM cart_items WHERE ${rows.cart_items}`,
    second_step: `SELECT created_at, confirmed_at,
      (SELECT count(*) FROM recovery_codes WHERE ${isTheirs}) AS recovery_codes_left
      FROM second_steps WHERE ${isTheirs}`,
    refusals: `SELECT refusal FROM member_refusals WHERE ${isTheirs}`,
    refusals_of_quizzes: `SELECT response_id, refusals, created_at
      FROM response_refusals WHERE ${isTheirs}`,
    payments: `SELECT * FROM payment_attempts WHERE ${isTheirs}`,
    messages_about_payments: `SELECT * FROM payment_inbox WHERE ${rows.payment_inbox}`,
    refunds: `SELECT * FROM refunds WHERE ${rows.refunds}`,
    cancelled_orders: `SELECT * FROM cancelled_orders WHERE ${isTheirs}`,
    events_for_the_upstream: `SELECT kind, payload, created_at, sent_at
      FROM outbox WHERE ${rows.outbox}`,
    answers_kept_for_a_day: `SELECT scope, answer, created_at
      FROM idempotency_keys WHERE ${rows.idempotency_keys}`,
  };
}

const deletion = (table: string, where: string) =>
  `DELETE FROM ${table} WHERE ${where} RETURNING 1`;

/** For a member who has lost authenticator and recovery codes, and has shown who they are. */
export function memberSecondStepOff(memberId: string): Statements {
  const { isTheirs } = rowsOf(memberId);
  return {
    second_steps: deletion("second_steps", isTheirs),
    recovery_codes: deletion("recovery_codes", isTheirs),
  };
}

/** Payments stay for the law, without the person, who stays until they are paid and reported. */
export function memberErasure(memberId: string): Statements {
  const { isTheirs, ...rows } = rowsOf(memberId);
  return {
    // Found by the sessions, so before them.
    sign_in_challenges: deletion("sign_in_challenges", rows.sign_in_challenges),
    limits: deletion("limits", rows.limits),
    refresh_tokens: deletion("refresh_tokens", rows.refresh_tokens),
    sessions: deletion("sessions", isTheirs),
    cart_items: deletion("cart_items", rows.cart_items),
    carts: deletion("carts", rows.carts),
    idempotency_keys: deletion("idempotency_keys", rows.idempotency_keys),
    ...memberSecondStepOff(memberId),
    member_refusals: deletion("member_refusals", isTheirs),
    response_refusals: deletion("response_refusals", isTheirs),
    persons_in_payments: `UPDATE payment_attempts SET snapshot = NULL, lines = NULL
      WHERE ${isTheirs} AND state <> 'open' AND (snapshot IS NOT NULL OR lines IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM outbox
          WHERE outbox.order_id = payment_attempts.order_id AND outbox.sent_at IS NULL)
      RETURNING 1`,
    invoices_in_events: `UPDATE outbox SET payload = json_remove(payload, '$.invoice')
      WHERE ${rows.outbox} AND sent_at IS NOT NULL
        AND json_extract(payload, '$.invoice') IS NOT NULL RETURNING 1`,
    payments_that_wait: `SELECT 1 FROM payment_attempts
      WHERE ${isTheirs} AND snapshot IS NOT NULL`,
  };
}
