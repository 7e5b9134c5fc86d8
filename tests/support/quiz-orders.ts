/** Orders in the upstream's books that would take a member weeks to collect. */
import { randomUUID } from "node:crypto";
import type { Shop } from "./shop.ts";

interface Wish {
  status?: string;
  unit?: "JAR" | "SAMPLE_PAPER";
  /** Without a quiz, nothing can be ordered again. */
  isFromQuiz?: boolean;
  daysAgo?: number;
  totalTwd?: number;
  currency?: string;
}

export interface QuizOrder {
  id: string;
  number: string;
  responseId: string | null;
}

const products = ["osmanthus-lane", "fig-terrace", "rice-porcelain"];
const dayMs = 24 * 3_600_000;

/** A member's order of a sample set; delivered and from a quiz unless the wish says otherwise. */
export async function giveOrder(shop: Shop, email: string, wish: Wish = {}): Promise<QuizOrder> {
  const { status = "delivered", unit = "JAR", isFromQuiz = true, daysAgo = 10, totalTwd = 100, currency = "TWD" } = wish;
  const id = `order-${randomUUID()}`;
  const number = `SLT${id.slice(6, 16).toUpperCase()}`;
  const createdAt = Date.now() - daysAgo * dayMs;
  const responseId = isFromQuiz ? await giveQuiz(shop, email, unit, createdAt - dayMs) : null;
  await run(
    shop,
    `INSERT INTO orders (id, number, member_id, status, holds_sample, customer_name, customer_phone, customer_email, customer_address, customer_note,
      invoice_type, tax_id, carrier_type, carrier_num, love_code, total_price, currency, survey_response_id, personal_option, idempotency_key, body_hash, created_at, updated_at)
     SELECT ?1, ?2, id, ?3, 1, '林小明', '+886 912-345-678', email, '臺北市大安區和平東路一段 1 號', '', 'B2C', '', '', '', '', ?4, ?5, ?6, ?7, ?1, '', ?8, ?8
     FROM members WHERE email = ?9`,
    [id, number, status, totalTwd, currency, responseId, unit, createdAt, email],
  );
  await run(
    shop,
    `INSERT INTO order_items (id, order_id, position, type, product_unit, product_number, product_ids, amount, price, addon_item_ids)
     VALUES (?1 || '/0', ?1, 0, 'SAMPLE', ?2, 'SL-011, SL-017, SL-023', ?3, 1, 100, '[]')`,
    [id, unit, JSON.stringify(products)],
  );
  return { id, number, responseId };
}

async function giveQuiz(shop: Shop, email: string, unit: string, createdAt: number): Promise<string> {
  const id = `response-${randomUUID()}`;
  const answers = JSON.stringify([
    { question_id: "ideal-scent", option_ids: [], answer_text: "Osmanthus in a lane, not too sweet" },
  ]);
  await run(
    shop,
    "INSERT INTO survey_responses (id, member_id, form_id, personal_option, answers, created_at) SELECT ?, id, 'scent-discovery', ?, ?, ? FROM members WHERE email = ?",
    [id, unit, answers, createdAt, email],
  );
  for (const [position, product] of products.entries())
    await run(
      shop,
      `INSERT INTO recommendations (id, response_id, product_id, reason, "order", ai_response, created_at) VALUES (?, ?, ?, '', ?, '', ?)`,
      [randomUUID(), id, product, position + 1, createdAt],
    );
  return id;
}

async function run(shop: Shop, sql: string, values: unknown[]): Promise<void> {
  await shop.upstreamDb
    .prepare(sql)
    .bind(...values)
    .run();
}
