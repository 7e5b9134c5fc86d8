/**
 * The reference upstream's D1 tables. Instants are epoch milliseconds, money is whole NT$; tokens
 * and codes are stored as digests only. The catalogue is not here but in `data/`.
 */
import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

export const members = sqliteTable(
  "members",
  {
    id: text("id").primaryKey(),
    /** Lower case. */
    email: text("email").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    phone: text("phone").notNull(),
    /** Dial code and number as bare digits, so that different spellings collide. */
    phoneKey: text("phone_key").notNull(),
    country: text("country").notNull(),
    countryCode: text("country_code").notNull(),
    address: text("address").notNull(),
    isBusiness: integer("is_business", { mode: "boolean" }).notNull(),
    companyName: text("company_name"),
    taxId: text("tax_id"),
    languageCode: text("language_code").notNull(),
    timeZone: text("time_zone"),
    avatarUrl: text("avatar_url"),
    /** `scrypt$N$r$p$salt$digest`, with the parameters used. */
    passwordHash: text("password_hash").notNull(),
    mustChangePassword: integer("must_change_password", { mode: "boolean" }).notNull(),
    /** When a password that came by mail expires; null for one that the member chose. */
    passwordEndsAt: integer("password_ends_at"),
    twoStep: integer("two_step", { mode: "boolean" }).notNull(),
    /** `locked` is the demo member who stays locked; wrong passwords are counted in `limits`. */
    state: text("state", { enum: ["active", "disabled", "waitlist", "locked"] }).notNull(),
    /** No longer read; migrations never drop a column. */
    wrongPasswords: integer("wrong_passwords").notNull().default(0),
    /** Of the demo member who stays locked. */
    lockedUntil: integer("locked_until").notNull().default(0),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("members_email").on(table.email),
    uniqueIndex("members_phone").on(table.phoneKey),
  ],
);

/**
 * Temporary passwords that were mailed on request. Each works beside the member's own until it ends
 * or a new one is chosen. Random enough for SHA-256. Removed when they end.
 */
export const mailedPasswords = sqliteTable(
  "mailed_passwords",
  {
    hash: text("hash").primaryKey(),
    memberId: text("member_id").notNull(),
    endsAt: integer("ends_at").notNull(),
  },
  (table) => [
    index("mailed_passwords_member").on(table.memberId),
    index("mailed_passwords_end").on(table.endsAt),
  ],
);

/** Access, refresh and temp tokens; a family is one sign-in. Removed 30 days after they expire. */
export const tokens = sqliteTable(
  "tokens",
  {
    hash: text("hash").primaryKey(),
    kind: text("kind", { enum: ["access", "refresh", "temp"] }).notNull(),
    memberId: text("member_id").notNull(),
    familyId: text("family_id").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [
    index("tokens_member").on(table.memberId),
    index("tokens_family").on(table.familyId),
    index("tokens_expiry").on(table.expiresAt),
  ],
);

/** One e-mail code at a time per temporary token. Removed 24 hours after it expires. */
export const otpChallenges = sqliteTable(
  "otp_challenges",
  {
    tempTokenHash: text("temp_token_hash").primaryKey(),
    memberId: text("member_id").notNull(),
    codeHash: text("code_hash").notNull(),
    guesses: integer("guesses").notNull(),
    expiresAt: integer("expires_at").notNull(),
    consumedAt: integer("consumed_at"),
  },
  (table) => [index("otp_challenges_expiry").on(table.expiresAt)],
);

/** Fixed windows. Removed when the window is over. */
export const limits = sqliteTable("limits", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowEndsAt: integer("window_ends_at").notNull(),
});

export const shippingAddresses = sqliteTable(
  "shipping_addresses",
  {
    id: text("id").primaryKey(),
    memberId: text("member_id").notNull(),
    address: text("address").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("shipping_addresses_member").on(table.memberId, table.createdAt)],
);

export const orders = sqliteTable(
  "orders",
  {
    id: text("id").primaryKey(),
    /** Shown to people and printed by ECPay: `SL`, the day, five letters or digits. */
    number: text("number").notNull(),
    memberId: text("member_id").notNull(),
    status: text("status").notNull(),
    /** Whether it contains a SAMPLE line: a member has at most one such order active. */
    holdsSample: integer("holds_sample", { mode: "boolean" }).notNull(),
    customerName: text("customer_name").notNull(),
    customerPhone: text("customer_phone").notNull(),
    customerEmail: text("customer_email").notNull(),
    customerAddress: text("customer_address").notNull(),
    customerNote: text("customer_note").notNull(),
    invoiceType: text("invoice_type").notNull(),
    taxId: text("tax_id").notNull(),
    carrierType: text("carrier_type").notNull(),
    carrierNum: text("carrier_num").notNull(),
    loveCode: text("love_code").notNull(),
    totalPrice: integer("total_price").notNull(),
    currency: text("currency").notNull(),
    surveyResponseId: text("survey_response_id"),
    personalOption: text("personal_option"),
    idempotencyKey: text("idempotency_key").notNull(),
    bodyHash: text("body_hash").notNull(),
    /** The trade that paid it; a payment by another one needs a refund. */
    paidTradeNo: text("paid_trade_no"),
    paidAt: text("paid_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** No longer read or written; migrations never drop a column. */
    place: integer("place"),
  },
  (table) => [
    uniqueIndex("orders_number").on(table.number),
    uniqueIndex("orders_idempotency").on(table.memberId, table.idempotencyKey),
    index("orders_member").on(table.memberId, table.createdAt, table.id),
    index("orders_samples")
      .on(table.memberId, table.status)
      .where(sql`holds_sample = 1`),
    index("orders_unpaid")
      .on(table.createdAt)
      .where(sql`status = 'payment_pending'`),
  ],
);

export const orderItems = sqliteTable(
  "order_items",
  {
    id: text("id").primaryKey(),
    orderId: text("order_id").notNull(),
    position: integer("position").notNull(),
    type: text("type").notNull(),
    productUnit: text("product_unit").notNull(),
    productNumber: text("product_number").notNull(),
    productIds: text("product_ids", { mode: "json" }).$type<string[]>().notNull(),
    amount: integer("amount").notNull(),
    concentration: text("concentration"),
    price: integer("price").notNull(),
    surveyResponseId: text("survey_response_id"),
    addonItemIds: text("addon_item_ids", { mode: "json" }).$type<string[]>().notNull(),
    labelText: text("label_text"),
  },
  (table) => [index("order_items_order").on(table.orderId, table.position)],
);

/** The shop's payment events, one per key. Stored for seven years. */
export const paymentEvents = sqliteTable(
  "payment_events",
  {
    key: text("key").primaryKey(),
    bodyHash: text("body_hash").notNull(),
    orderId: text("order_id").notNull(),
    kind: text("kind").notNull(),
    merchantTradeNo: text("merchant_trade_no").notNull(),
    tradeNo: text("trade_no").notNull(),
    amount: integer("amount").notNull(),
    outcome: text("outcome", { enum: ["accepted", "needs_refund"] }).notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("payment_events_order").on(table.orderId)],
);

/** Mail that a real upstream would have sent. Stored 24 hours. */
export const mails = sqliteTable(
  "mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    recipient: text("recipient").notNull(),
    locale: text("locale", { enum: ["zh", "en", "ja"] }).notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    code: text("code"),
    password: text("password"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("mails_recipient").on(table.recipient, table.id),
    index("mails_age").on(table.createdAt),
  ],
);

/** Single values: the seed's version, the current fault. */
export const settings = sqliteTable("settings", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});

/** No longer read or written; migrations never drop a table. @public */
export const productVectors = sqliteTable(
  "product_vectors",
  {
    productId: text("product_id").notNull(),
    version: text("version").notNull(),
    vector: text("vector").notNull(),
  },
  (table) => [primaryKey({ columns: [table.version, table.productId] })],
);

export const surveyStarts = sqliteTable("survey_starts", {
  id: text("id").primaryKey(),
  memberId: text("member_id").notNull(),
  formId: text("form_id").notNull(),
  createdAt: integer("created_at").notNull(),
});

export interface StoredAnswer {
  question_id: string;
  option_ids: string[];
  answer_text: string | null;
}

export const surveyResponses = sqliteTable(
  "survey_responses",
  {
    id: text("id").primaryKey(),
    memberId: text("member_id").notNull(),
    formId: text("form_id").notNull(),
    personalOption: text("personal_option", { enum: ["JAR", "SAMPLE_PAPER"] }),
    answers: text("answers", { mode: "json" }).$type<StoredAnswer[]>().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("survey_responses_member").on(table.memberId, table.createdAt)],
);

/** One row per position in a response's list; sending a position again overwrites it. */
export const recommendations = sqliteTable(
  "recommendations",
  {
    id: text("id").primaryKey(),
    responseId: text("response_id").notNull(),
    productId: text("product_id").notNull(),
    reason: text("reason").notNull(),
    order: integer("order").notNull(),
    aiResponse: text("ai_response").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("recommendations_place").on(table.responseId, table.order)],
);
