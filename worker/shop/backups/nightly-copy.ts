/**
 * Each night, some rows a minute, so that no minute reads more than a constant: what cannot be made
 * again is copied into the bucket, sealed, and the rules of the books are asked of every row.
 */
import type { Deps } from "../../deps.ts";
import { randomId, sha256Hex } from "../../platform/crypto.ts";
import { version } from "../../platform/build.ts";
import { nightlyTables, rowsBehind } from "../../store/copied-rows.ts";
import { breachesIn } from "../../store/invariants.ts";
import { manifestKey, progressKey, sealRows, type NightlyCopy } from "./sealed-copy.ts";

const rowsOfAPart = 1_000;
const partsPerRun = 2;
const hourMs = 3600_000;

/** Begins at two in the morning in Taipei, which is six hours ahead of where its day begins. */
export const nightOf = (now: number) => new Date(now + 6 * hourMs).toISOString().slice(0, 10);

export async function makeNightlyCopy(deps: Deps): Promise<void> {
  const { BACKUPS: bucket } = deps.bindings;
  const { BACKUP_PUBLIC_KEY: publicKey } = deps.config;
  if (bucket === undefined || publicKey === null) return;
  const copy = await presentCopy(bucket, publicKey, deps.now());
  if (copy === null) return;
  const checks: { table: string; after: number; upTo: number }[] = [];
  for (let read = 0; read < partsPerRun && copy.table < nightlyTables.length;) {
    const table = nightlyTables[copy.table] ?? "";
    const next = await rowsBehind(deps.db, table, copy.after, rowsOfAPart);
    if (next === null) {
      copy.table += 1;
      copy.after = 0;
      continue;
    }
    const { rows, upTo } = next;
    if (rows.length > 0) {
      const named = rows.map((row) => ({ table, row }));
      const sealed = await sealRows(publicKey, named);
      // Two runs at once write two parts, of which the manifest names one.
      const key = `exports/${copy.day}/${table}-${randomId(6)}.jwe`;
      await bucket.put(key, sealed);
      copy.parts.push({ key, table, rows: rows.length, sha256: await sha256Hex(sealed) });
    }
    checks.push({ table, after: copy.after, upTo });
    copy.after = upTo;
    read += 1;
  }
  if (copy.table >= nightlyTables.length) {
    copy.endedAt = deps.now();
    await bucket.put(manifestKey(copy.day), JSON.stringify(copy));
    deps.log.info("an export was written", { count: copy.parts.length });
  }
  await bucket.put(progressKey, JSON.stringify(copy));
  // A rule that cannot be asked holds up no copy. Ids of members stay out of the log.
  for (const check of checks)
    for (const { rule, count } of await breachesIn(deps.db, check, deps.now()))
      deps.log.error("an invariant is broken", { reason: rule, count });
}

/** The one under way or due; null when this night's is made. A late one is ended first. */
async function presentCopy(bucket: R2Bucket, publicKey: string, now: number) {
  const last = await (await bucket.get(progressKey))?.json<NightlyCopy>();
  if (last?.endedAt === null) return last;
  const day = nightOf(now);
  if (last !== undefined && last.day >= day) return null;
  return { day, startedAt: now, endedAt: null, version, publicKey, table: 0, after: 0, parts: [] };
}
