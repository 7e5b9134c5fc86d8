import { sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../deps.ts";
import { carryOut, isLogged, type Operation, type Outcome } from "./operators.ts";
import * as tables from "./schema.ts";

function rowsOf(id: string) {
  const isTheirs = sql`member_id = ${id}`;
  const keys = sql`(SELECT member_key FROM sessions WHERE ${isTheirs} AND member_key <> '')`;
  const orders = sql`(SELECT order_id FROM payment_attempts WHERE ${isTheirs}
    UNION SELECT order_id FROM cancelled_orders WHERE ${isTheirs})`;
  const trades = sql`(SELECT merchant_trade_no FROM payment_attempts WHERE ${isTheirs})`;
  const ownCarts = sql`(SELECT id FROM carts WHERE ${isTheirs})`;
  return {
    isTheirs,
    sign_in_challenges: sql`(${isTheirs} OR member_key IN ${keys})`,
    // Counters of wrong codes last a year, by the hash of the e-mail.
    limits: sql`(substr(key, -length(':' || ${id})) = ':' || ${id}
      OR EXISTS (SELECT 1 FROM sessions WHERE ${isTheirs}
        AND (instr(key, ':' || member_key) > 0 OR instr(key, ':' || browser_hash) > 0)))`,
    refresh_tokens: sql`session_id IN (SELECT id FROM sessions WHERE ${isTheirs})`,
    cart_items: sql`cart_id IN ${ownCarts}`,
    carts: sql`(${isTheirs} OR merged_into IN ${ownCarts})`,
    // Scopes are `checkout:<member>` and `pay:<member>:<order>`.
    idempotency_keys: sql`(scope = 'checkout:' || ${id}
      OR substr(scope, 1, length('pay:' || ${id}) + 1) = 'pay:' || ${id} || ':')`,
    payment_inbox: sql`merchant_trade_no IN ${trades}`,
    refunds: sql`merchant_trade_no IN ${trades}`,
    outbox: sql`order_id IN ${orders}`,
  };
}

/** Everything that the member said or did here; tokens are left out. */
export function memberExport(memberId: string): Readonly<Record<string, SQL>> {
  const rows = rowsOf(memberId);
  const { isTheirs } = rows;
  return {
    sessions: sql`SELECT id, browser, place, created_at, last_seen_at, ended_at, end_reason
      FROM sessions WHERE ${isTheirs}`,
    sign_ins_that_owe_a_code: sql`SELECT created_at, expires_at, guesses
      FROM sign_in_challenges WHERE ${rows.sign_in_challenges}`,
    cart: sql`SELECT * FROM cart_items WHERE ${rows.cart_items}`,
    second_step: sql`SELECT created_at, confirmed_at,
      (SELECT count(*) FROM recovery_codes WHERE ${isTheirs}) AS recovery_codes_left
      FROM second_steps WHERE ${isTheirs}`,
    refusals: sql`SELECT refusal FROM member_refusals WHERE ${isTheirs}`,
    refusals_of_quizzes: sql`SELECT response_id, refusals, created_at
      FROM response_refusals WHERE ${isTheirs}`,
    payments: sql`SELECT * FROM payment_attempts WHERE ${isTheirs}`,
    messages_about_payments: sql`SELECT * FROM payment_inbox WHERE ${rows.payment_inbox}`,
    refunds: sql`SELECT * FROM refunds WHERE ${rows.refunds}`,
    cancelled_orders: sql`SELECT * FROM cancelled_orders WHERE ${isTheirs}`,
    events_for_the_upstream: sql`SELECT kind, payload, created_at, sent_at
      FROM outbox WHERE ${rows.outbox}`,
    answers_kept_for_a_day: sql`SELECT scope, answer, created_at
      FROM idempotency_keys WHERE ${rows.idempotency_keys}`,
  };
}

/** For a member who has lost authenticator and recovery codes, and has shown who they are. */
function secondStepOff(db: Database, id: string, and: SQL) {
  const isTheirs = sql`member_id = ${id} AND ${and}`;
  return [tables.secondSteps, tables.recoveryCodes].map((table) =>
    db.delete(table).where(isTheirs),
  );
}

/** Payments stay for the law, without the person, who stays until they are paid and reported. */
export function memberErasure(db: Database, id: string, and: SQL) {
  const { isTheirs, ...rows } = rowsOf(id);
  const from = (table: SQLiteTable, where: SQL) => db.delete(table).where(sql`${where} AND ${and}`);
  return [
    // Found by the sessions, so before them.
    from(tables.signInChallenges, rows.sign_in_challenges),
    from(tables.limits, rows.limits),
    from(tables.refreshTokens, rows.refresh_tokens),
    from(tables.sessions, isTheirs),
    from(tables.cartItems, rows.cart_items),
    from(tables.carts, rows.carts),
    from(tables.idempotencyKeys, rows.idempotency_keys),
    ...secondStepOff(db, id, and),
    from(tables.memberRefusals, isTheirs),
    from(tables.responseRefusals, isTheirs),
    db.update(tables.paymentAttempts).set({ snapshot: sql`NULL`, lines: sql`NULL` })
      .where(sql`${isTheirs} AND state <> 'open' AND ${and}
        AND NOT EXISTS (SELECT 1 FROM outbox
          WHERE outbox.order_id = payment_attempts.order_id AND outbox.sent_at IS NULL)`),
    db.update(tables.outbox).set({ payload: sql`json_remove(payload, '$.invoice')` })
      .where(sql`${rows.outbox} AND sent_at IS NOT NULL AND ${and}
        AND json_extract(payload, '$.invoice') IS NOT NULL`),
  ];
}

export function eraseMember(db: Database, operation: Operation): Promise<Outcome> {
  return carryOut(db, operation, memberErasure(db, operation.subject, isLogged(operation)));
}

export function turnSecondStepOff(db: Database, operation: Operation): Promise<Outcome> {
  return carryOut(db, operation, secondStepOff(db, operation.subject, isLogged(operation)));
}

/** How many payments keep the person, because they are open or not reported. */
export function paymentsWithPerson(db: Database, memberId: string): Promise<number> {
  const isTheirs = sql`member_id = ${memberId} AND snapshot IS NOT NULL`;
  return db.$count(tables.paymentAttempts, isTheirs);
}

export async function exportMember(db: Database, memberId: string) {
  const statements = Object.entries(memberExport(memberId));
  const found = statements.map(async ([name, query]) => [name, await db.all(query)] as const);
  return Object.fromEntries(await Promise.all(found));
}
