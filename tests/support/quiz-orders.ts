import { randomUUID } from "node:crypto";
import { rows } from "./payments.ts";
import type { Shop } from "./shop.ts";
import { insertOrders } from "./stored-orders.ts";

const products = ["osmanthus-lane", "fig-terrace", "rice-porcelain"];
const dayMs = 24 * 3_600_000;

/** A member's order of a sample set; delivered and from a quiz unless the wish says otherwise. */
export async function giveOrder(
  shop: Shop,
  email: string,
  { status = "delivered", unit = "JAR" }: { status?: string; unit?: "JAR" | "SAMPLE_PAPER" } = {},
) {
  const id = `order-${randomUUID()}`;
  const number = `SLT${id.slice(6, 16).toUpperCase()}`;
  const createdAt = Date.now() - 10 * dayMs;
  const responseId = await giveQuiz(shop, email, unit, createdAt - dayMs);
  const { upstreamDb } = shop;
  const byEmail = "SELECT id FROM members WHERE email = ?";
  const [member] = await rows<{ id: string }>(upstreamDb, byEmail, email);
  if (member === undefined) throw new Error(`${email} is no member`);
  const order = {
    id,
    number,
    member_id: member.id,
    status,
    holds_sample: 1,
    customer_name: "林小明",
    customer_email: email,
    customer_address: "臺北市大安區和平東路一段 1 號",
    survey_response_id: responseId,
    personal_option: unit,
    created_at: createdAt,
    updated_at: createdAt,
  };
  const { sql, list } = insertOrders([order]);
  await rows(upstreamDb, sql, list);
  const line = `INSERT INTO order_items (id, order_id, position, type, product_unit, product_number, product_ids, amount, price, addon_item_ids)
    VALUES (?1 || '/0', ?1, 0, 'SAMPLE', ?2, 'SL-011, SL-017, SL-023', ?3, 1, 100, '[]')`;
  await rows(upstreamDb, line, id, unit, JSON.stringify(products));
  return { id, number };
}

async function giveQuiz(
  { upstreamDb }: Shop,
  email: string,
  unit: string,
  createdAt: number,
): Promise<string> {
  const id = `response-${randomUUID()}`;
  const answer_text = "Osmanthus in a lane, not too sweet";
  const answers = JSON.stringify([{ question_id: "ideal-scent", option_ids: [], answer_text }]);
  const response = `INSERT INTO survey_responses (id, member_id, form_id, personal_option, answers, created_at)
    SELECT ?, id, 'scent-discovery', ?, ?, ? FROM members WHERE email = ?`;
  await rows(upstreamDb, response, id, unit, answers, createdAt, email);
  const recommended = `INSERT INTO recommendations (id, response_id, product_id, reason, "order", ai_response, created_at)
    SELECT ?1 || key, ?1, value, '', key + 1, '', ?2 FROM json_each(?3)`;
  await rows(upstreamDb, recommended, id, createdAt, JSON.stringify(products));
  return id;
}
