/**
 * SQL for the operator who hands out or erases what the shop keeps of one member;
 * `.scripts/member.ts` runs it.
 */
import { idPattern } from "#contract/fields";
import { quoted } from "./quoted.ts";

/** One statement each, all in one batch. */
type Statements = Readonly<Record<string, string>>;

const quotedMember = (memberId: string) => quoted(memberId, idPattern, "member's id");

const sessionsOf = (id: string) => `(SELECT id FROM sessions WHERE member_id = ${id})`;
const keysOf = (id: string) =>
  `(SELECT member_key FROM sessions WHERE member_id = ${id} AND member_key <> '')`;
const signInsOf = (id: string) =>
  `sign_in_challenges WHERE (member_id = ${id} OR member_key IN ${keysOf(id)})`;
/** Counters of wrong codes last a year, by the hash of the e-mail. */
const countersOf = (id: string) =>
  `limits WHERE (substr(key, -length(':' || ${id})) = ':' || ${id} OR EXISTS (SELECT 1 FROM sessions
    WHERE member_id = ${id} AND (instr(key, ':' || member_key) > 0 OR instr(key, ':' || browser_hash) > 0)))`;
const cartsOf = (id: string) => `(SELECT id FROM carts WHERE member_id = ${id})`;
const ordersOf = (id: string) =>
  `(SELECT order_id FROM payment_attempts WHERE member_id = ${id} UNION SELECT order_id FROM cancelled_orders WHERE member_id = ${id})`;
const tradesOf = (id: string) =>
  `(SELECT merchant_trade_no FROM payment_attempts WHERE member_id = ${id})`;
/** Scopes are `checkout:<member>` and `pay:<member>:<order>`. */
const isScopeOf = (id: string) =>
  `(scope = 'checkout:' || ${id} OR substr(scope, 1, length('pay:' || ${id}) + 1) = 'pay:' || ${id} || ':')`;

/** Everything that the member said or did here; tokens are left out. */
export function memberExport(memberId: string): Statements {
  const id = quotedMember(memberId);
  return {
    sessions: `SELECT id, browser, place, created_at, last_seen_at, ended_at, end_reason FROM sessions WHERE member_id = ${id}`,
    sign_ins_that_owe_a_code: `SELECT created_at, expires_at, guesses FROM ${signInsOf(id)}`,
    cart: `SELECT cart_items.* FROM cart_items WHERE cart_id IN ${cartsOf(id)}`,
    second_step: `SELECT created_at, confirmed_at, (SELECT count(*) FROM recovery_codes WHERE member_id = ${id}) AS recovery_codes_left FROM second_steps WHERE member_id = ${id}`,
    refusals: `SELECT refusal FROM member_refusals WHERE member_id = ${id}`,
    refusals_of_quizzes: `SELECT response_id, refusals, created_at FROM response_refusals WHERE member_id = ${id}`,
    payments: `SELECT * FROM payment_attempts WHERE member_id = ${id}`,
    messages_about_payments: `SELECT * FROM payment_inbox WHERE merchant_trade_no IN ${tradesOf(id)}`,
    refunds: `SELECT * FROM refunds WHERE merchant_trade_no IN ${tradesOf(id)}`,
    cancelled_orders: `SELECT * FROM cancelled_orders WHERE member_id = ${id}`,
    events_for_the_upstream: `SELECT kind, payload, created_at, sent_at FROM outbox WHERE order_id IN ${ordersOf(id)}`,
    answers_kept_for_a_day: `SELECT scope, answer, created_at FROM idempotency_keys WHERE ${isScopeOf(id)}`,
  };
}

/**
 * For a member who has lost their authenticator and their recovery codes, and has shown who they
 * are.
 */
export function memberSecondStepOff(memberId: string): Statements {
  const id = quotedMember(memberId);
  return {
    second_steps: `DELETE FROM second_steps WHERE member_id = ${id} RETURNING 1`,
    recovery_codes: `DELETE FROM recovery_codes WHERE member_id = ${id} RETURNING 1`,
  };
}

/**
 * Records of payments stay for the law, without the person; what still has to be paid or reported
 * keeps them until it is.
 */
export function memberErasure(memberId: string): Statements {
  const id = quotedMember(memberId);
  const done = `member_id = ${id} AND state <> 'open' AND NOT EXISTS (SELECT 1 FROM outbox
    WHERE outbox.order_id = payment_attempts.order_id AND outbox.sent_at IS NULL)`;
  return {
    // Found by the sessions, so before them.
    sign_in_challenges: `DELETE FROM ${signInsOf(id)} RETURNING 1`,
    limits: `DELETE FROM ${countersOf(id)} RETURNING 1`,
    refresh_tokens: `DELETE FROM refresh_tokens WHERE session_id IN ${sessionsOf(id)} RETURNING 1`,
    sessions: `DELETE FROM sessions WHERE member_id = ${id} RETURNING 1`,
    cart_items: `DELETE FROM cart_items WHERE cart_id IN ${cartsOf(id)} RETURNING 1`,
    carts: `DELETE FROM carts WHERE member_id = ${id} OR merged_into IN ${cartsOf(id)} RETURNING 1`,
    idempotency_keys: `DELETE FROM idempotency_keys WHERE ${isScopeOf(id)} RETURNING 1`,
    ...memberSecondStepOff(memberId),
    member_refusals: `DELETE FROM member_refusals WHERE member_id = ${id} RETURNING 1`,
    response_refusals: `DELETE FROM response_refusals WHERE member_id = ${id} RETURNING 1`,
    persons_in_payments: `UPDATE payment_attempts SET snapshot = NULL, lines = NULL WHERE ${done} AND (snapshot IS NOT NULL OR lines IS NOT NULL) RETURNING 1`,
    invoices_in_events: `UPDATE outbox SET payload = json_remove(payload, '$.invoice') WHERE order_id IN ${ordersOf(id)} AND sent_at IS NOT NULL AND json_extract(payload, '$.invoice') IS NOT NULL RETURNING 1`,
    payments_that_wait: `SELECT 1 FROM payment_attempts WHERE member_id = ${id} AND snapshot IS NOT NULL`,
  };
}
