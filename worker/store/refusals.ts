/** What members refuse. */
import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { selectedRow, jsonList } from "./statements.ts";
import { responsesOf } from "./carts.ts";
import { memberRefusals, responseRefusals } from "./schema.ts";

/** A statement for a batch. */
export function selectRefusals(db: Database, memberId: string) {
  return db
    .select({ refusal: memberRefusals.refusal })
    .from(memberRefusals)
    .where(eq(memberRefusals.memberId, memberId))
    .orderBy(asc(sql`rowid`));
}

export async function findRefusals(db: Database, memberId: string): Promise<string[]> {
  return (await selectRefusals(db, memberId)).map(({ refusal }) => refusal);
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
export async function keepSnapshot(
  db: Database,
  snapshot: Snapshot & { memberId: string },
  now: number,
): Promise<void> {
  await db
    .insert(responseRefusals)
    .values({ ...snapshot, createdAt: now })
    .onConflictDoNothing();
}

export interface Snapshot {
  responseId: string;
  refusals: string[];
}

/** A statement for a batch; of these responses only the member's own. */
export function selectSnapshots(db: Database, memberId: string, responseIds: readonly string[]) {
  return snapshotsOf(db, memberId, jsonList(responseIds));
}

/** The same for the quizzes behind the lines of the member's cart. */
export function selectSnapshotsOfCart(db: Database, memberId: string) {
  return snapshotsOf(db, memberId, responsesOf({ memberId }));
}

function snapshotsOf(db: Database, memberId: string, wanted: SQL) {
  return db
    .select({ responseId: responseRefusals.responseId, refusals: responseRefusals.refusals })
    .from(responseRefusals)
    .where(
      and(
        eq(responseRefusals.memberId, memberId),
        sql`${responseRefusals.responseId} in ${wanted}`,
      ),
    );
}
