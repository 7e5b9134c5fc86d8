/** Each night a copy of all that cannot be made again, in parts: some rows a minute, so that no minute reads more than a constant. */
import type { Deps } from "../../deps.ts";
import { randomId, sha256Hex } from "../../platform/crypto.ts";
import { version } from "../../platform/build.ts";
import { copyAfter, exportedTables } from "../../store/copied-rows.ts";
import { backupsOf, type Backups } from "./backups.ts";
import { manifestKey, partKey, progressKey, type Export } from "./files.ts";
import { sealRows } from "./sealed-rows.ts";

const rowsOfAPart = 1_000;
const partsPerRun = 2;
const hourMs = 3600_000;

/** Begins at two in the morning in Taipei, which is six hours ahead of where its day begins. */
export const exportDay = (now: number) => new Date(now + 6 * hourMs).toISOString().slice(0, 10);

export async function writeExport(deps: Deps): Promise<void> {
  const backups = backupsOf(deps);
  if (backups === null) return;
  const present = await presentExport(deps, backups);
  if (present === null) return;
  let { table, after } = present;
  const parts = [...present.parts];
  for (let made = 0; made < partsPerRun && table < exportedTables.length;) {
    const name = exportedTables[table] ?? "";
    const copied = await copyAfter(deps.db, name, after, rowsOfAPart);
    if (copied === null) {
      table += 1;
      after = 0;
      continue;
    }
    const { rows, upTo } = copied;
    const sealed = await sealRows(
      backups.publicKey,
      rows.map((row) => ({ table: name, row })),
    );
    // Two runs at once write two parts, of which the manifest names one.
    const key = partKey(present.day, name, randomId(6));
    await backups.bucket.put(key, sealed);
    parts.push({ key, table: name, rows: rows.length, sha256: await sha256Hex(sealed) });
    after = upTo;
    made += 1;
  }
  const isDone = table >= exportedTables.length;
  const reached: Export = { ...present, table, after, parts, endedAt: isDone ? deps.now() : null };
  if (isDone) {
    await put(backups, manifestKey(present.day), reached);
    deps.log.info("an export was written", { count: parts.length });
  }
  await put(backups, progressKey, reached);
}

const put = (backups: Backups, key: string, value: Export) =>
  backups.bucket.put(key, JSON.stringify(value));

/** The one under way, or the one that is due; null when this night's is written. A late one is ended before the next begins. */
async function presentExport(deps: Deps, { bucket, publicKey }: Backups): Promise<Export | null> {
  const kept = await bucket.get(progressKey);
  const last = kept === null ? null : await kept.json<Export>();
  if (last !== null && last.endedAt === null) return last;
  const day = exportDay(deps.now());
  if (last !== null && last.day >= day) return null;
  const startedAt = deps.now();
  return { day, startedAt, endedAt: null, version, publicKey, table: 0, after: 0, parts: [] };
}
