// Reads the copies of the books: the bucket's files, or those of a folder that it was copied to.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JWK } from "jose";
import { journalKey, manifestKey, type Export } from "../../worker/shop/backups/files.ts";
import { openRows, type TableRow } from "../../worker/shop/backups/sealed-rows.ts";
import { refuse } from "../payment-desk.ts";

/** The text of a file; null where there is none. */
export type BackupFiles = (key: string) => Promise<string | null>;

const hourMs = 3600_000;

export const filesInFolder =
  (folder: string): BackupFiles =>
  async (key) => {
    const path = join(folder, key);
    return existsSync(path) ? readFileSync(path, "utf8") : null;
  };

/** Rows that came into the books since then, and which hours have none. */
export async function readJournal(
  files: BackupFiles,
  keys: readonly JWK[],
  { since, now }: { since: number; now: number },
): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for (let hour = Math.floor(since / hourMs); hour * hourMs <= now; hour += 1) {
    const lines = (await files(journalKey(hour * hourMs)))?.split("\n") ?? [];
    for (const line of lines) rows.push(...(await openedBy(keys, line)));
  }
  return rows;
}

export async function readManifest(files: BackupFiles, day: string): Promise<Export> {
  const text = await files(manifestKey(day));
  if (text === null) refuse(1, `There is no export of ${day}, or it was not finished.`);
  const manifest: Export = JSON.parse(text);
  return manifest;
}

export function rowsByTable({ parts }: Export): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { table, rows } of parts) counts.set(table, (counts.get(table) ?? 0) + rows);
  return counts;
}

type Part = Export["parts"][number];

/** As the manifest says: complete and unchanged. @throws Refusal */
export async function readPart(files: BackupFiles, { key, sha256 }: Part): Promise<string> {
  const sealed = await files(key);
  if (sealed === null) refuse(1, `${key} is missing.`);
  if (createHash("sha256").update(sealed).digest("hex") !== sha256)
    refuse(1, `${key} is not what was written.`);
  return sealed;
}

/** @throws Refusal */
export async function openPart(
  files: BackupFiles,
  keys: readonly JWK[],
  part: Part,
): Promise<TableRow[]> {
  const rows = await openedBy(keys, await readPart(files, part));
  if (rows.length !== part.rows || rows.some(({ table }) => table !== part.table))
    refuse(1, `${part.key} does not hold ${part.rows} rows of ${part.table}.`);
  return rows;
}

async function openedBy(keys: readonly JWK[], sealed: string): Promise<TableRow[]> {
  try {
    return await openRows(keys, sealed);
  } catch {
    return refuse(1, "The copies were sealed for another key than those of --key, or changed.");
  }
}
