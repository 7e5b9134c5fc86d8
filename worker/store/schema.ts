/**
 * The shop's D1 tables. Instants are epoch milliseconds, money is whole NT$, tokens are stored as SHA-256 only. Each table says
 * how long its rows are kept; `store/retention.ts` deletes them.
 */
import { isNotNull, isNull, sql } from "drizzle-orm";
import type { Locale } from "#contract/locales";
import { usualProvider, type PaymentProvider } from "#contract/payment";
import type { Invoice } from "../upstream/payment-events.ts";
import { sessionEnd } from "./session-end.ts";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

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

/** One row per generation. Used rows stay, so that a replay is recognised. Kept as long as the session. */
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
    /** Whose codes and guesses count together: one password of one member, in a known browser apart. Null: the member's. */
    limitKey: text("limit_key"),
    /** The upstream's token for its second step, or its sign-in where only the member's own second step is owed; sealed. */
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

/** A member's own second step, by an authenticator app. Kept until it is turned off; a day where it was never confirmed. */
export const secondSteps = sqliteTable(
  "second_steps",
  {
    memberId: text("member_id").primaryKey(),
    /** Sealed; bound to the member. */
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

/** Codes that stand in for a lost authenticator, each for one sign-in. Kept until used, replaced or turned off with the second step. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    memberId: text("member_id").notNull(),
    /** Keyed hash. */
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
    itemType: text("item_type").notNull(),
    saleType: text("sale_type").notNull(),
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
    /** Null while the first request holds the lease. */
    answer: text("answer"),
    leaseUntil: integer("lease_until").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index("idempotency_keys_created").on(table.createdAt),
  ],
);

/** One attempt at paying one order. Kept for seven years. */
export const paymentAttempts = sqliteTable(
  "payment_attempts",
  {
    id: text("id").primaryKey(),
    merchantTradeNo: text("merchant_trade_no").notNull(),
    provider: text("provider").$type<PaymentProvider>().notNull().default(usualProvider),
    /** The upstream's key of the order and its number. */
    orderId: text("order_id").notNull(),
    orderNumber: text("order_number").notNull(),
    memberId: text("member_id").notNull(),
    /** The language of the page that the shopper returns to. */
    locale: text("locale").$type<Locale>().notNull(),
    amountTwd: integer("amount_twd").notNull(),
    /** open → paid | failed | expired. `paid` is final; the other two can still become paid. */
    state: text("state").notNull().default("open"),
    needsRefund: integer("needs_refund", { mode: "boolean" }).notNull().default(false),
    /** Made once per settlement, outside any retry; later statements of the batch depend on it. */
    settleNonce: text("settle_nonce"),
    tradeNo: text("trade_no"),
    paymentType: text("payment_type"),
    /** By the gateway's clock. */
    paidAt: integer("paid_at"),
    /** By the shop's clock. Null before this column and until it is paid. */
    settledAt: integer("settled_at"),
    lastRtnCode: text("last_rtn_code"),
    /** What the payment-result page shows: order date, recipient, phone, address. Cleared after 30 days. */
    snapshot: text("snapshot", { mode: "json" }).$type<PaymentSnapshot | null>(),
    /** Cart lines of this order, removed when it is paid. */
    cartItemIds: text("cart_item_ids", { mode: "json" }).$type<string[]>().notNull(),
    /** What was ordered; null for an order made elsewhere or before this column. */
    lines: text("lines", { mode: "json" }).$type<OrderedLine[] | null>(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    queryCount: integer("query_count").notNull().default(0),
    nextQueryAt: integer("next_query_at").notNull(),
  },
  (table) => [
    uniqueIndex("payment_attempts_trade").on(table.merchantTradeNo),
    index("payment_attempts_order").on(table.orderId, table.state),
    index("payment_attempts_query").on(table.state, table.nextQueryAt),
    index("payment_attempts_member").on(table.memberId, table.state),
    index("payment_attempts_created").on(table.createdAt),
    index("payment_attempts_person").on(table.createdAt).where(isNotNull(table.snapshot)),
    index("payment_attempts_settled").on(table.settledAt).where(isNotNull(table.settledAt)),
  ],
);

/** A line as it was sent to the upstream, whose orders are documented to return less. `price` is NT$ of the whole line. */
export interface OrderedLine {
  itemType: string;
  saleType: string;
  amount: number;
  productIds: string[];
  label: string;
  price: number;
  concentration: string | null;
  addonItemIds: string[];
  labelText: string | null;
}

/** Unpaid orders that their member cancelled here: never charged, and a payment that still arrives is owed back. Kept as long as payment attempts. */
export const cancelledOrders = sqliteTable(
  "cancelled_orders",
  {
    orderId: text("order_id").primaryKey(),
    orderNumber: text("order_number").notNull(),
    memberId: text("member_id").notNull(),
    cancelledAt: integer("cancelled_at").notNull(),
  },
  (table) => [
    index("cancelled_orders_member").on(table.memberId),
    index("cancelled_orders_cancelled").on(table.cancelledAt),
  ],
);

export interface PaymentSnapshot {
  orderDate: string;
  customerName: string;
  customerPhone: string;
  customerAddress: string;
  invoice?: Invoice | null;
  /** When the shopper first came back with a result. */
  shownAt?: number;
}

/** Authentic but unverified notices, settled by asking the gateway. Kept as long as payment attempts. */
export const paymentInbox = sqliteTable(
  "payment_inbox",
  {
    id: text("id").primaryKey(),
    merchantTradeNo: text("merchant_trade_no"),
    reason: text("reason").notNull(),
    fields: text("fields").notNull(),
    receivedAt: integer("received_at").notNull(),
    resolvedAt: integer("resolved_at"),
  },
  (table) => [
    index("payment_inbox_open").on(table.resolvedAt, table.receivedAt),
    index("payment_inbox_received").on(table.receivedAt),
    index("payment_inbox_trade").on(table.merchantTradeNo).where(isNull(table.resolvedAt)),
  ],
);

/** Flawless notices of a gateway, word for word and encrypted, for disputes. Kept as long as payment attempts. */
export const paymentNotices = sqliteTable(
  "payment_notices",
  {
    /** SHA-256 of the message: the same one twice is one row. */
    id: text("id").primaryKey(),
    merchantTradeNo: text("merchant_trade_no").notNull(),
    sealed: text("sealed").notNull(),
    receivedAt: integer("received_at").notNull(),
  },
  (table) => [
    index("payment_notices_trade").on(table.merchantTradeNo),
    index("payment_notices_received").on(table.receivedAt),
  ],
);

/** Money given back, or to be given back, of a paid attempt. Kept as long as payment attempts. */
export const refunds = sqliteTable(
  "refunds",
  {
    id: text("id").primaryKey(),
    merchantTradeNo: text("merchant_trade_no").notNull(),
    amountTwd: integer("amount_twd").notNull(),
    /** requested → asking → made | refused | unclear; a person ends the last two, and a requested one, as `made` or `not_made`. */
    state: text("state").$type<RefundState>().notNull(),
    /** The gateway's result code and words. */
    code: text("code"),
    message: text("message"),
    createdAt: integer("created_at").notNull(),
    askedAt: integer("asked_at"),
    endedAt: integer("ended_at"),
  },
  (table) => [
    index("refunds_trade").on(table.merchantTradeNo),
    index("refunds_state").on(table.state, table.createdAt),
    index("refunds_created").on(table.createdAt),
  ],
);

export type RefundState = "requested" | "asking" | "made" | "refused" | "unclear" | "not_made";

/** What people changed in the books by command. Kept as long as payment attempts. */
export const operatorActions = sqliteTable(
  "operator_actions",
  {
    id: text("id").primaryKey(),
    at: integer("at").notNull(),
    operator: text("operator").notNull(),
    action: text("action").notNull(),
    /** The message or refund that it was done to. */
    subject: text("subject").notNull(),
    reason: text("reason").notNull(),
  },
  (table) => [
    index("operator_actions_at").on(table.at),
    index("operator_actions_subject").on(table.subject),
  ],
);

/** Payment events to report to the upstream, at least once and in order for each order. Kept 30 days after sending. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    orderId: text("order_id").notNull(),
    kind: text("kind").notNull(),
    /** Stable; sent as the upstream's Idempotency-Key. */
    idempotencyKey: text("idempotency_key").notNull(),
    payload: text("payload").notNull(),
    createdAt: integer("created_at").notNull(),
    sentAt: integer("sent_at"),
    attempts: integer("attempts").notNull().default(0),
    nextAt: integer("next_at").notNull(),
    leaseUntil: integer("lease_until").notNull().default(0),
  },
  (table) => [
    uniqueIndex("outbox_key").on(table.idempotencyKey),
    index("outbox_due").on(table.sentAt, table.nextAt),
    index("outbox_order").on(table.orderId, table.sentAt),
    index("outbox_waiting")
      .on(table.kind, sql`(${table.attempts} > 0)`, table.nextAt)
      .where(isNull(table.sentAt)),
    index("outbox_late").on(table.kind, table.createdAt).where(isNull(table.sentAt)),
  ],
);

/** What a member never wants in a scent, in the order of the list. Kept until the member or an operator removes it. */
export const memberRefusals = sqliteTable(
  "member_refusals",
  {
    memberId: text("member_id").notNull(),
    /** For example `family:citrus`; see `contract/refusals.ts`. */
    refusal: text("refusal").notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.refusal] })],
);

/** The member's refusals when the answers of a quiz were sent in, for cart and orders. Kept two years. */
export const responseRefusals = sqliteTable(
  "response_refusals",
  {
    /** The upstream's key of the answers. */
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
