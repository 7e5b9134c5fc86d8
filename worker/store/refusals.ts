import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { isIn, selectedRow, jsonList } from "./statements.ts";
import { responsesOf } from "./carts.ts";
import { memberRefusals, responseRefusals } from "./schema.ts";

export function selectRefusals(db: Database, memberId: string) {
  return db
    .select({ refusal: memberRefusals.refusal })
    .from(memberRefusals)
    .where(eq(memberRefusals.memberId, memberId))
    .orderBy(asc(sql`rowid`));
}

export async function replaceRefusals(db: Database, memberId: string, refusals: readonly string[]) {
  await db.batch([
    db.delete(memberRefusals).where(eq(memberRefusals.memberId, memberId)),
    db.insert(memberRefusals).select(
      db
        .select(selectedRow(memberRefusals, { memberId, refusal: sql`value` }))
        .from(sql`json_each(${JSON.stringify(refusals)})`)
        .orderBy(asc(sql`key`)),
    ),
  ]);
}

/** Keeps what was refused with the answers of a quiz; the first snapshot stays. */
export async function keepSnapshot(db: Database, snapshot: Omit<Row, "createdAt">, now: number) {
  const row = { ...snapshot, createdAt: now };
  await db.insert(responseRefusals).values(row).onConflictDoNothing();
}

type Row = typeof responseRefusals.$inferSelect;
export type Snapshot = Pick<Row, "responseId" | "refusals">;

export function selectSnapshots(db: Database, memberId: string, ids: string[] | "of the cart") {
  const wanted = ids === "of the cart" ? responsesOf({ memberId }) : jsonList(ids);
  return db
    .select({ responseId: responseRefusals.responseId, refusals: responseRefusals.refusals })
    .from(responseRefusals)
    .where(and(eq(responseRefusals.memberId, memberId), isIn(responseRefusals.responseId, wanted)));
}
