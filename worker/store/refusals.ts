import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { isIn, insertWhere, jsonList } from "./statements.ts";
import { memberRefusals, responseRefusals } from "./schema.ts";

export function selectRefusals(db: Database, memberId: string) {
  return db
    .select({ refusal: memberRefusals.refusal })
    .from(memberRefusals)
    .where(eq(memberRefusals.memberId, memberId))
    .orderBy(asc(sql`rowid`));
}

export async function replaceRefusals(db: Database, memberId: string, refusals: readonly string[]) {
  const each = sql`json_each(${JSON.stringify(refusals)})`;
  await db.batch([
    db.delete(memberRefusals).where(eq(memberRefusals.memberId, memberId)),
    insertWhere(db, memberRefusals, { memberId, refusal: sql`value` }, undefined, each),
  ]);
}

/** Keeps what was refused with the answers of a quiz; the first snapshot stays. */
export async function keepSnapshot(db: Database, snapshot: Omit<Row, "createdAt">, now: number) {
  const row = { ...snapshot, createdAt: now };
  await db.insert(responseRefusals).values(row).onConflictDoNothing();
}

type Row = typeof responseRefusals.$inferSelect;

export function selectSnapshots(db: Database, memberId: string, ids: string[]) {
  const isWanted = isIn(responseRefusals.responseId, jsonList(ids));
  return db
    .select({ responseId: responseRefusals.responseId, refusals: responseRefusals.refusals })
    .from(responseRefusals)
    .where(and(eq(responseRefusals.memberId, memberId), isWanted));
}
