import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const trades = sqliteTable("trades", {
  /** Unique for ever, as at ECPay. */
  merchantTradeNo: text("merchant_trade_no").primaryKey(),
  /** Unguessable: its holder may choose the outcome. */
  key: text("key").notNull().unique(),
  tradeNo: text("trade_no").notNull(),
  amountTwd: integer("amount_twd").notNull(),
  itemName: text("item_name").notNull(),
  language: text("language").notNull(),
  returnUrl: text("return_url").notNull(),
  orderResultUrl: text("order_result_url").notNull(),
  clientBackUrl: text("client_back_url").notNull(),
  /** paid | declined; null until someone has chosen. */
  outcome: text("outcome"),
  createdAt: integer("created_at").notNull(),
  decidedAt: integer("decided_at"),
  /** The shop asked for the capture; the evening's batch carries it out. */
  closeRequestedAt: integer("close_requested_at"),
  /** The authorisation was given up: no money will move. */
  abandonedAt: integer("abandoned_at"),
  refundedTwd: integer("refunded_twd").notNull().default(0),
});

/** Each notice sent to ReturnURL and the shop's answer. */
export const deliveries = sqliteTable("deliveries", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  merchantTradeNo: text("merchant_trade_no").notNull(),
  sentAt: integer("sent_at").notNull(),
  status: integer("status"),
  answer: text("answer").notNull(),
});

/** QueryTradeInfo calls per minute; ECPay refuses clients that ask too fast. */
export const queryMinutes = sqliteTable("query_minutes", {
  minute: integer("minute").primaryKey(),
  count: integer("count").notNull(),
});

/** Each DoAction call about a trade that is known, and what it was answered. */
export const actions = sqliteTable("actions", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  merchantTradeNo: text("merchant_trade_no").notNull(),
  action: text("action").notNull(),
  amountTwd: integer("amount_twd").notNull(),
  code: text("code").notNull(),
  at: integer("at").notNull(),
});
