/**
 * The shop's D1 tables. Instants are epoch milliseconds, money is whole NT$, tokens are stored as
 * SHA-256 only. Each table says how long its rows are kept; `store/retention.ts` deletes them.
 */
import { isNotNull, isNull } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";
import { text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ItemType, SaleType } from "#contract/item-kind";
import { sessionEnd } from "./session-end.ts";

export * from "./payment-schema.ts";

/** One sign-in of one browser, with its family of refresh tokens. Kept 30 days after it ends. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    memberId: text("member_id").notNull(),
    epoch: integer("epoch").notNull(),
    mustChangePassword: integer("must_change_password", { mode: "boolean" }).notNull(),
    upstreamAccess: text("upstream_access").notNull(),
    upstreamRefresh: text("upstream_refresh"),
    /** No longer read; migrations never drop a column. */
    upstreamExpiresAt: integer("upstream_expires_at")
      .notNull()
      .$default(() => 0),
    /** Grows with every upstream refresh; comparing it makes the refresh single-flight. */
    upstreamVersion: integer("upstream_version").notNull().default(0),
    upstreamRefreshLeaseUntil: integer("upstream_refresh_lease_until").notNull().default(0),
    browser: text("browser").notNull(),
    place: text("place"),
    createdAt: integer("created_at").notNull(),
    lastSeenAt: integer("last_seen_at").notNull(),
    idleEndsAt: integer("idle_ends_at").notNull(),
    absoluteEndsAt: integer("absolute_ends_at").notNull(),
    endedAt: integer("ended_at"),
    endReason: text("end_reason"),
    /** Keyed hash of the e-mail that signed in. */
    memberKey: text("member_key"),
    /** SHA-256 of the browser's own cookie. Null once the browser may no longer count as known. */
    browserHash: text("browser_hash"),
  },
  (table) => [
    index("sessions_member").on(table.memberId, table.endedAt),
    index("sessions_member_key").on(table.memberKey, table.createdAt),
    index("sessions_browser").on(table.browserHash),
    index("sessions_end").on(sessionEnd(table)),
  ],
);

/** One row per generation. Used rows stay, to recognise a replay. Kept as long as the session. */
export const refreshTokens = sqliteTable(
  "refresh_tokens",
  {
    hash: text("hash").primaryKey(),
    sessionId: text("session_id").notNull(),
    generation: integer("generation").notNull(),
    createdAt: integer("created_at").notNull(),
    usedAt: integer("used_at"),
  },
  (table) => [uniqueIndex("refresh_tokens_generation").on(table.sessionId, table.generation)],
);

/** Single numbers, such as the session epoch. Kept for ever. */
export const settings = sqliteTable("settings", {
  name: text("name").primaryKey(),
  value: integer("value").notNull(),
});

/** A sign-in that still owes its code. Kept 24 hours. */
export const signInChallenges = sqliteTable(
  "sign_in_challenges",
  {
    id: text("id").primaryKey(),
    /** Keyed hash of the normalised e-mail. */
    memberKey: text("member_key").notNull(),
    /** Codes and guesses of one password, known browsers apart, count together. */
    limitKey: text("limit_key"),
    /** The upstream's token of its second step, or its whole sign-in; sealed. */
    upstreamTempToken: text("upstream_temp_token").notNull(),
    /** Set where the member's own second step is owed. */
    memberId: text("member_id"),
    guesses: integer("guesses").notNull().default(0),
    sentAt: integer("sent_at"),
    codeExpiresAt: integer("code_expires_at"),
    usedAt: integer("used_at"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("sign_in_challenges_created").on(table.createdAt)],
);

/** A member's authenticator app. Kept until it is turned off; a day if never confirmed. */
export const secondSteps = sqliteTable(
  "second_steps",
  {
    memberId: text("member_id").primaryKey(),
    /** Sealed. */
    secret: text("secret").notNull(),
    /** Null until a code has shown that the app holds the secret. */
    confirmedAt: integer("confirmed_at"),
    /** The 30-second step of the last code: no code is accepted twice. */
    lastStep: integer("last_step").notNull().default(0),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("second_steps_unfinished").on(table.createdAt).where(isNull(table.confirmedAt)),
  ],
);

/** Each stands in for a lost authenticator once. Kept until used, replaced or turned off. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    memberId: text("member_id").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.hash] })],
);

/** Fixed windows and spacings. Kept 24 hours past `windowEndsAt`. */
export const limits = sqliteTable(
  "limits",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull(),
    lastAt: integer("last_at").notNull(),
    windowEndsAt: integer("window_ends_at").notNull(),
  },
  (table) => [index("limits_end").on(table.windowEndsAt)],
);

/** A guest's or member's cart. Kept 30 days after its last change. */
export const carts = sqliteTable(
  "carts",
  {
    id: text("id").primaryKey(),
    memberId: text("member_id"),
    /** SHA-256 of the id in the guest's cookie; null for a member's cart. */
    guestHash: text("guest_hash"),
    version: integer("version").notNull().default(0),
    mergedInto: text("merged_into"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("carts_member").on(table.memberId),
    uniqueIndex("carts_guest").on(table.guestHash),
    index("carts_end").on(table.expiresAt),
  ],
);

/** Kept as long as the cart; a removed line for a day. */
export const cartItems = sqliteTable(
  "cart_items",
  {
    id: text("id").primaryKey(),
    cartId: text("cart_id").notNull(),
    productIds: text("product_ids", { mode: "json" }).$type<string[]>().notNull(),
    label: text("label").notNull(),
    unitPrice: integer("unit_price").notNull(),
    amount: integer("amount").notNull(),
    itemType: text("item_type").$type<ItemType>().notNull(),
    saleType: text("sale_type").$type<SaleType>().notNull(),
    concentration: text("concentration"),
    surveyResponseId: text("survey_response_id"),
    userAnswer: text("user_answer"),
    addonItemIds: text("addon_item_ids", { mode: "json" }).$type<string[]>().notNull(),
    labelText: text("label_text"),
    createdAt: integer("created_at").notNull(),
    /** Set when the shopper removes the line, which can be put back for a day. */
    removedAt: integer("removed_at"),
  },
  (table) => [
    index("cart_items_cart").on(table.cartId, table.createdAt),
    index("cart_items_removed").on(table.removedAt).where(isNotNull(table.removedAt)),
  ],
);

/** Answers to requests that carry an Idempotency-Key. Kept 24 hours. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    /** For example `checkout:<member>`. */
    scope: text("scope").notNull(),
    key: text("key").notNull(),
    bodyHash: text("body_hash").notNull(),
    answer: text("answer"),
    leaseUntil: integer("lease_until").notNull(),
    createdAt: integer("created_at").notNull(),
    /** A hash of what a checkout orders, once the upstream may have an order of it. */
    content: text("content"),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index("idempotency_keys_created").on(table.createdAt),
  ],
);

/** What a member never wants in a scent, in order. Kept until it is removed. */
export const memberRefusals = sqliteTable(
  "member_refusals",
  {
    memberId: text("member_id").notNull(),
    /** For example `family:citrus`; see `contract/refusals.ts`. */
    refusal: text("refusal").notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.refusal] })],
);

/** What was refused when a quiz was sent in, for cart and orders. Kept two years. */
export const responseRefusals = sqliteTable(
  "response_refusals",
  {
    responseId: text("response_id").primaryKey(),
    memberId: text("member_id").notNull(),
    refusals: text("refusals", { mode: "json" }).$type<string[]>().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("response_refusals_member").on(table.memberId),
    index("response_refusals_created").on(table.createdAt),
  ],
);

/** How often something happened in a minute, by a name of the code. Kept for a day. */
export const tallies = sqliteTable(
  "tallies",
  {
    at: integer("at").notNull(),
    name: text("name").notNull(),
    count: integer("count").notNull(),
    /** Where and about what it last was. */
    example: text("example"),
  },
  (table) => [primaryKey({ columns: [table.at, table.name] })],
);

/** One row for each alarm that was ever raised. Kept for ever: their names are the code's. */
export const alarms = sqliteTable(
  "alarms",
  {
    name: text("name").primaryKey(),
    isOn: integer("is_on", { mode: "boolean" }).notNull(),
    since: integer("since").notNull(),
    notifiedAt: integer("told_at").notNull().default(0),
    /** No longer read; migrations never drop a column. */
    leaseUntil: integer("lease_until").notNull().default(0),
  },
  (table) => [index("alarms_on").on(table.isOn)],
);
