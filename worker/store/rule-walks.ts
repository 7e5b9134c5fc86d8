/** The schedule's way through the tables that the invariants are about. */
import { sql } from "drizzle-orm";
import type { GrowsBy, Invariant } from "./invariants.ts";
import * as tables from "./schema.ts";
import type { Walk } from "./walks.ts";

const ruled = {
  cart_items: tables.cartItems,
  carts: tables.carts,
  idempotency_keys: tables.idempotencyKeys,
  outbox: tables.outbox,
  payment_attempts: tables.paymentAttempts,
  refresh_tokens: tables.refreshTokens,
  refunds: tables.refunds,
  sessions: tables.sessions,
  sign_in_challenges: tables.signInChallenges,
};
const mostRows = 1_000;
/** Clocks of isolates differ: what was settled this moment is left to the next turn. */
const settlingMs = 60_000;

/** Over and over through the whole table. */
export function walkThroughAll({ rule, table, most = mostRows }: Invariant): Walk {
  return { name: `all: ${rule}`, table: ruled[table], most, begins: "with the oldest" };
}

/** Once over each row, soon after it came to be what the rule is about. */
export function walkThroughNew(
  { rule, table, most = mostRows }: Invariant,
  by: GrowsBy,
  now: number,
): Walk {
  const walk = { name: `new: ${rule}`, table: ruled[table], most };
  return by === "rowid"
    ? { ...walk, begins: "behind the newest" }
    : { ...walk, begins: "with the oldest", by: sql`settled_at`, before: now - settlingMs };
}
