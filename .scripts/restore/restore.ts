// A restore, from what would happen to what is left for people.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JWK } from "jose";
import { holdKey } from "../../worker/shop/backups/files.ts";
import { confirmedOperation, type By } from "../payment-changes.ts";
import { refuse, type Desk } from "../payment-desk.ts";
import { carryOutAfterRestore } from "./after-restore.ts";
import { readJournal, readManifest, type BackupFiles } from "./backup-files.ts";
import type { Cloudflare } from "./cloudflare.ts";
import { loadExport, refuseUnlessEmpty } from "./from-export.ts";

/** A run of the schedule that has begun is over then. */
const scheduleMs = 65_000;

/** `after`: the database was brought back already. */
export type Way = { name: "to" | "after"; since: number } | { name: "export"; day: string };

export interface Wanted {
  way: Way;
  /** What opens the copies; null: there is no journal to read. */
  keys: readonly JWK[] | null;
  files: BackupFiles;
  cloudflare: Cloudflare;
  reason: string;
  by: By;
  desk: Desk;
  wait: (ms: number) => Promise<unknown>;
}

/** @returns whether it was done. @throws Refusal */
export async function restore(wanted: Wanted): Promise<boolean> {
  const { way, keys, files, desk } = wanted;
  if (way.name === "to" && !desk.isRemote) refuse(2, "Time Travel is Cloudflare's: add --remote.");
  if (way.name === "export" && keys === null) refuse(2, "An export is opened by --key FILE.");
  if (way.name === "export") await refuseUnlessEmpty(desk);
  const since = way.name === "export" ? (await readManifest(files, way.day)).startedAt : way.since;
  const journal = () =>
    keys === null ? Promise.resolve([]) : readJournal(files, keys, { since, now: Date.now() });
  const known = (await journal()).length;
  const operation = confirmedOperation(wanted.reason, wanted.by, desk, {
    plan: planOf(way, new Date(since).toISOString(), keys === null ? null : known),
    seen: ["restore", way.name, since],
  });
  if (operation === null) return false;
  await whileHeld(wanted, async () => {
    // With what came until the schedule stood still.
    const rows = await journal();
    await bringBack(wanted);
    await carryOutAfterRestore(desk, { since, rows }, operation);
  });
  desk.print("\nErase again who was erased since then (.docs/security/data.md).");
  desk.print("In half an hour: npm run payments -- waiting");
  return true;
}

function planOf(way: Way, at: string, known: number | null): string[] {
  const first = {
    to: `Brings the deployed database back to ${at}, which is how the second run must name the time. Everything since then leaves it.`,
    after: `The database is taken to be what it was at ${at}, which is how the second run must name the time.`,
    export: `Fills the empty database from the export that was begun at ${at}.`,
  }[way.name];
  const journal =
    known === null
      ? "Without --key the journal is not read: payments that were begun since are found only if they still report themselves."
      : `${known} rows of the journal since then are put back where they are missing.`;
  return [first, journal, "Every member is signed out."];
}

async function bringBack({ way, cloudflare, desk, files, keys }: Wanted): Promise<void> {
  if (way.name === "to") {
    const before = await cloudflare.travel(way.since);
    desk.print(
      `The database is back. To undo it: npx wrangler d1 time-travel restore DB --bookmark ${before} -c worker/wrangler.api.toml`,
    );
  }
  if (way.name === "export" && keys !== null) {
    const { fill } = cloudflare;
    await loadExport(desk, files, { day: way.day, keys, fill });
  }
}

/** The schedule stands still, lest it makes a refund that was made since. */
async function whileHeld(
  { desk, cloudflare, wait }: Wanted,
  work: () => Promise<void>,
): Promise<void> {
  if (!desk.isRemote) return work();
  const folder = mkdtempSync(join(tmpdir(), "sillage-restore-"));
  try {
    const file = join(folder, holdKey);
    writeFileSync(file, "npm run restore\n");
    await cloudflare.writeFile(holdKey, file);
    desk.print("The schedule is held; it ends what it has begun.");
    await wait(scheduleMs);
    await work();
  } finally {
    await cloudflare.removeFile(holdKey);
    rmSync(folder, { recursive: true, force: true });
  }
}
