// Fills an empty database from an export, and checks an export without one.
import type { JWK } from "jose";
import { exportedTables, insertionsOf } from "../../worker/store/copied-rows.ts";
import { refuse, type Desk } from "../payment-desk.ts";
import { rowsOfTables } from "./after-restore.ts";
import { openPart, readManifest, readPart, rowsByTable, type BackupFiles } from "./backup-files.ts";

type Counting = Pick<Desk, "ask" | "print">;

/** @throws Refusal unless the tables are there and hold nothing. */
export async function refuseUnlessEmpty(desk: Pick<Desk, "ask">): Promise<void> {
  const counted = await desk.ask<{ kept: number }>(
    exportedTables.map((table) => `SELECT count(*) AS kept FROM (SELECT 1 FROM ${table} LIMIT 1)`),
  );
  const full = exportedTables.filter((_table, index) => counted[index]?.[0]?.kept !== 0);
  if (full.length > 0) refuse(1, `The database is not empty: ${full.join(", ")}.`);
}

/** So many rows go into the database at once. */
const partsAtOnce = 50;

/** Any number of statements, without their answers. */
export type Fill = (statements: readonly string[]) => Promise<void>;

/** @throws Refusal when a part is missing or was changed: what is loaded by then stays, for people to delete. */
export async function loadExport(
  desk: Counting,
  files: BackupFiles,
  { day, keys, fill }: { day: string; keys: readonly JWK[]; fill: Fill },
): Promise<void> {
  const manifest = await readManifest(files, day);
  for (let at = 0; at < manifest.parts.length; at += partsAtOnce) {
    const statements: string[] = [];
    for (const part of manifest.parts.slice(at, at + partsAtOnce))
      for (const [table, rows] of rowsOfTables(await openPart(files, keys, part)))
        statements.push(...insertionsOf(table, rows));
    await fill(statements);
  }
  const counted = await desk.ask<{ kept: number }>(
    exportedTables.map((table) => `SELECT count(*) AS kept FROM ${table}`),
  );
  const expected = rowsByTable(manifest);
  for (const [index, table] of exportedTables.entries()) {
    const kept = counted[index]?.[0]?.kept ?? 0;
    desk.print(`${table}: ${kept} of ${expected.get(table) ?? 0} rows`);
    if (kept !== (expected.get(table) ?? 0)) refuse(1, `${table} does not hold what was exported.`);
  }
}

/** Whether every part is there and unchanged, and, with the key, opens and holds its rows. @throws Refusal */
export async function checkExport(
  print: Desk["print"],
  files: BackupFiles,
  { day, keys }: { day: string; keys: readonly JWK[] | null },
): Promise<void> {
  const manifest = await readManifest(files, day);
  for (const part of manifest.parts)
    await (keys === null ? readPart(files, part) : openPart(files, keys, part));
  const { startedAt, endedAt, parts, version } = manifest;
  for (const [table, rows] of rowsByTable(manifest)) print(`${table}: ${rows} rows`);
  const [from, to] = [startedAt, endedAt ?? startedAt].map((at) => new Date(at).toISOString());
  print(
    `${parts.length} parts of ${day} are as they were written from ${from} to ${to} by ${version}.`,
  );
}
