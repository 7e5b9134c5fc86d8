/** Orders in the upstream's books that would take a member weeks to collect. */
import { randomUUID } from "node:crypto";
import type { Shop } from "./shop.ts";
import { insertOrders } from "./stored-orders.ts";

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
  const {
    status = "delivered",
    unit = "JAR",
    isFromQuiz = true,
    daysAgo = 10,
    totalTwd = 100,
    currency = "TWD",
  } = wish;
  const id = `order-${randomUUID()}`;
  const number = `SLT${id.slice(6, 16).toUpperCase()}`;
  const createdAt = Date.now() - daysAgo * dayMs;
  const responseId = isFromQuiz ? await giveQuiz(shop, email, unit, createdAt - dayMs) : null;
  const member = await shop.upstreamDb
    .prepare("SELECT id FROM members WHERE email = ?")
    .bind(email)
    .first<{ id: string }>();
  if (member === null) throw new Error(`${email} is no member`);
  const { sql, list } = insertOrders([
    {
      id,
      number,
      member_id: member.id,
      status,
      holds_sample: 1,
      customer_name: "林小明",
      customer_phone: "+886 912-345-678",
      customer_email: email,
      customer_address: "臺北市大安區和平東路一段 1 號",
      total_price: totalTwd,
      currency,
      survey_response_id: responseId,
      personal_option: unit,
      created_at: createdAt,
      updated_at: createdAt,
    },
  ]);
  await run(shop, sql, [list]);
  await run(
    shop,
    `INSERT INTO order_items (id, order_id, position, type, product_unit, product_number, product_ids, amount, price, addon_item_ids)
     VALUES (?1 || '/0', ?1, 0, 'SAMPLE', ?2, 'SL-011, SL-017, SL-023', ?3, 1, 100, '[]')`,
    [id, unit, JSON.stringify(products)],
  );
  return { id, number, responseId };
}

async function giveQuiz(
  shop: Shop,
  email: string,
  unit: string,
  createdAt: number,
): Promise<string> {
  const id = `response-${randomUUID()}`;
  const answers = JSON.stringify([
    {
      question_id: "ideal-scent",
      option_ids: [],
      answer_text: "Osmanthus in a lane, not too sweet",
    },
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
