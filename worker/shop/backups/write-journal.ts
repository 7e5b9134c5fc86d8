/**
 * What came into the books, a minute later outside of them. After a restore it names the payments that were begun meanwhile, which the
 * gateway can be asked about only by their numbers.
 */
import { getTableName } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { copyPiece, journalWalks } from "../../store/copied-rows.ts";
import { nextPiece, pass } from "../../store/walks.ts";
import { backupsOf } from "./backups.ts";
import { journalKey } from "./files.ts";
import { sealRows, type TableRow } from "./sealed-rows.ts";

/** Marks of the walks lie in the database: brought back, it tells again of what comes after. */
export async function writeJournal(deps: Deps): Promise<void> {
  const backups = backupsOf(deps);
  if (backups === null) return;
  const pieces = await Promise.all(
    journalWalks.map(async (walk) => ({ walk, piece: await nextPiece(deps.db, walk) })),
  );
  const found: TableRow[] = [];
  for (const { walk, piece } of pieces)
    if (piece !== null)
      for (const row of await copyPiece(deps.db, walk.table, piece))
        found.push({ table: getTableName(walk.table), row });
  if (found.length === 0) return;
  const line = await sealRows(backups.publicKey, found);
  await append(backups.bucket, journalKey(deps.now()), line);
  for (const { walk, piece } of pieces) if (piece !== null) await pass(deps.db, walk, piece.upTo);
}

/** @throws when another run has written meanwhile; the next minute does it again. */
async function append(bucket: R2Bucket, key: string, line: string): Promise<void> {
  const file = await bucket.get(key);
  const text = file === null ? line : `${await file.text()}\n${line}`;
  const onlyIf = new Headers(
    file === null ? { "If-None-Match": "*" } : { "If-Match": file.httpEtag },
  );
  if ((await bucket.put(key, text, { onlyIf })) === null)
    throw new Error("the journal was written by another run");
}
