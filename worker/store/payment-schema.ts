import { isNotNull, isNull, sql } from "drizzle-orm";
import type { Locale } from "#contract/locales";
import type { OrderSums } from "#contract/order-sums";
import { usualProvider, type PaymentProvider } from "#contract/payment";
import type { AttemptState } from "./attempt-states.ts";
import type { Invoice } from "../upstream/payment-events.ts";
import type { cartItems } from "./schema.ts";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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
    state: text("state").$type<AttemptState>().notNull().default("open"),
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
    /** What the payment-result page shows of the person. Cleared after 30 days. */
    snapshot: text("snapshot", { mode: "json" }).$type<PaymentSnapshot | null>(),
    /** Cart lines of this order, removed when it is paid. */
    cartItemIds: text("cart_item_ids", { mode: "json" }).$type<string[]>().notNull(),
    /** Null for an order made elsewhere or before this column, as are the sums. */
    lines: text("lines", { mode: "json" }).$type<OrderedLine[] | null>(),
    sums: text("sums", { mode: "json" }).$type<OrderSums | null>(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    queryCount: integer("query_count").notNull().default(0),
    nextQueryAt: integer("next_query_at").notNull(),
    /** False while a payment is likely, and where a notice says that there is one. */
    queryMayWait: integer("query_may_wait", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    uniqueIndex("payment_attempts_trade").on(table.merchantTradeNo),
    index("payment_attempts_order").on(table.orderId, table.state),
    index("payment_attempts_query").on(table.state, table.nextQueryAt),
    index("payment_attempts_asked")
      .on(table.provider, table.queryMayWait, table.nextQueryAt)
      .where(sql`${table.state} in ('open', 'failed')`),
    index("payment_attempts_member").on(table.memberId, table.state),
    index("payment_attempts_created").on(table.createdAt),
    index("payment_attempts_person").on(table.createdAt).where(isNotNull(table.snapshot)),
    index("payment_attempts_settled").on(table.settledAt).where(isNotNull(table.settledAt)),
    index("payment_attempts_number").on(table.orderNumber),
    index("payment_attempts_gateway").on(table.tradeNo).where(isNotNull(table.tradeNo)),
    index("payment_attempts_paid").on(table.paidAt).where(isNotNull(table.paidAt)),
    index("payment_attempts_owed")
      .on(table.paidAt)
      .where(sql`${table.needsRefund} = 1`),
  ],
);

type Sent = "itemType" | "saleType" | "amount" | "productIds" | "label" | "concentration";
/** A line as it was sent to the upstream, which returns less. `price` is of the whole line. */
export type OrderedLine = { price: number } & Pick<
  typeof cartItems.$inferSelect,
  Sent | "addonItemIds" | "labelText"
>;

/** A payment that still arrives for one is owed back. Kept as long as payment attempts. */
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
  customerNote?: string;
  invoice?: Invoice | null;
  /** When the shopper first came back with a result. */
  shownAt?: number;
}

/** Authentic but unverified notices: the gateway is asked. Kept as long as payment attempts. */
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
    index("payment_inbox_about").on(table.merchantTradeNo),
  ],
);

/** Flawless notices, word for word and encrypted, for disputes. Kept as long as attempts. */
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
    /** requested → asking → made | refused | unclear; a person may end it as `(not_)made`. */
    state: text("state").$type<RefundState>().notNull(),
    /** Of the gateway's answer. */
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
    index("refunds_ended").on(table.endedAt).where(isNotNull(table.endedAt)),
  ],
);

export type RefundState = "requested" | "asking" | "made" | "refused" | "unclear" | "not_made";

/** What people changed at the desk. Kept as long as payment attempts. */
export const operatorActions = sqliteTable(
  "operator_actions",
  {
    id: text("id").primaryKey(),
    at: integer("at").notNull(),
    operator: text("operator").notNull(),
    action: text("action").notNull(),
    /** What it was done to: a message, refund, trade, session, member or text. */
    subject: text("subject").notNull(),
    reason: text("reason").notNull(),
  },
  (table) => [
    index("operator_actions_at").on(table.at),
    index("operator_actions_subject").on(table.subject),
  ],
);

/** What the desk has published: the youngest of a name counts, null takes it back. Kept for ever. */
export const deskTexts = sqliteTable(
  "desk_texts",
  {
    /** Of the row in `operator_actions`, which says why. */
    id: text("id").primaryKey(),
    at: integer("at").notNull(),
    operator: text("operator").notNull(),
    /** For example `locales/zh/shop checkout.title`, `info-pages/PrivacyPolicy` or `notice`. */
    name: text("name").notNull(),
    value: text("value"),
  },
  (table) => [index("desk_texts_name").on(table.name, table.at)],
);

/** Events for the upstream, at least once, in order by order. Kept 30 days after sending. */
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
