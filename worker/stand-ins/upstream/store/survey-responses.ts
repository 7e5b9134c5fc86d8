/** Members' answers and recommendations. Every WHERE contains the owner. */
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../app.ts";
import { randomId } from "../identity/random.ts";
import { recommendations, surveyResponses, surveyStarts, type StoredAnswer } from "./schema.ts";

export async function startSurvey(
  db: Database,
  memberId: string,
  formId: string,
  now: number,
): Promise<string> {
  const id = randomId();
  await db.insert(surveyStarts).values({ id, memberId, formId, createdAt: now });
  return id;
}

interface Submission {
  memberId: string;
  formId: string;
  personalOption: "JAR" | "SAMPLE_PAPER" | null;
  answers: StoredAnswer[];
}

export async function keepResponse(
  db: Database,
  submission: Submission,
  now: number,
): Promise<string> {
  const id = randomId();
  await db.insert(surveyResponses).values({ id, ...submission, createdAt: now });
  return id;
}

export async function findResponse(db: Database, memberId: string, id: string) {
  const [response] = await db
    .select()
    .from(surveyResponses)
    .where(and(eq(surveyResponses.id, id), eq(surveyResponses.memberId, memberId)));
  return response ?? null;
}

export function recommendedIn(db: Database, responseId: string) {
  return db
    .select({
      product_id: recommendations.productId,
      recommendation_order: recommendations.order,
      ai_response: recommendations.aiResponse,
    })
    .from(recommendations)
    .where(eq(recommendations.responseId, responseId))
    .orderBy(asc(recommendations.order));
}

export interface Recommendation {
  responseId: string;
  productId: string;
  reason: string;
  order: number;
  aiResponse: string;
}

/** Sending a product again moves it, and sending a position again replaces its product, so neither occurs twice. */
export async function keepRecommendation(
  db: Database,
  recommendation: Recommendation,
  now: number,
): Promise<string> {
  const { responseId, productId, order } = recommendation;
  const kept = {
    productId: sql`excluded.product_id`,
    reason: sql`excluded.reason`,
    aiResponse: sql`excluded.ai_response`,
    createdAt: sql`excluded.created_at`,
  };
  const [, [row]] = await db.batch([
    db
      .delete(recommendations)
      .where(
        and(
          eq(recommendations.responseId, responseId),
          eq(recommendations.productId, productId),
          ne(recommendations.order, order),
        ),
      ),
    db
      .insert(recommendations)
      .values({ id: randomId(), ...recommendation, createdAt: now })
      .onConflictDoUpdate({
        target: [recommendations.responseId, recommendations.order],
        set: kept,
      })
      .returning({ id: recommendations.id }),
  ]);
  if (row === undefined) throw new Error("an upsert returned no row");
  return row.id;
}
