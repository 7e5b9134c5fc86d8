// Opens the nightly copies: checks one, and writes the SQL that fills an empty database from it.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import {
  manifestKey,
  openRows,
  type NightlyCopy,
  type TableRow,
} from "../worker/shop/backups/sealed-copy.ts";
import { insertionsOf, type CopiedRow } from "../worker/store/copied-rows.ts";
import { endCommand, readCommandLine } from "./command-line.ts";
import { apiFile, readPlan } from "./deploy/plan.ts";
import { root } from "./installed.mjs";
import { stateFolder } from "./local-state.ts";
import { run } from "./run.ts";

const help = `Usage: npm run restore -- --day DAY --key FILE [--into SQL_FILE] [--remote]
       npm run restore -- --new-key FILE

--day reads the copy of DAY (2026-11-22) and says whether it is whole, unchanged and opens; --into
also writes the statements that fill an empty database from it, for npx wrangler d1 execute. The file
holds members' data in the clear: delete it afterwards.
--new-key makes the pair of keys: prints the public one, for BACKUP_PUBLIC_KEY, and writes the other
into FILE, which must exist nowhere but there and in the operator's password store.

  --key FILE            what --new-key wrote, older keys a line each
  --from FOLDER         a copy of the bucket, where it cannot be reached
  --remote              the deployed bucket
  --persist-to FOLDER   another local state than ${stateFolder}`;

const { values } = readCommandLine(help, {
  day: { type: "string" },
  key: { type: "string" },
  into: { type: "string" },
  from: { type: "string" },
  "new-key": { type: "string" },
  remote: { type: "boolean" },
  "persist-to": { type: "string" },
});

if (values["new-key"] !== undefined) await makeKey(values["new-key"]);
else if (values.day !== undefined && values.key !== undefined)
  await openCopy(values.day, readKeys(readFileSync(values.key, "utf8")));
else endCommand(2, help);

/**
 * An existing file is never written over: it may be the only one that opens the copies of before.
 */
async function makeKey(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair("ECDH-ES", { crv: "X25519", extractable: true });
  const key = await exportJWK(privateKey);
  writeFileSync(file, `${JSON.stringify(key)}\n`, { mode: 0o600, flag: "wx" });
  console.log(`BACKUP_PUBLIC_KEY = "${key.x}"`);
}

function readKeys(text: string): JWK[] {
  try {
    const keys = text
      .trim()
      .split("\n")
      .map((line): JWK => JSON.parse(line));
    if (keys.every(({ crv, d }) => crv === "X25519" && d !== undefined)) return keys;
  } catch {
    // As below.
  }
  return endCommand(2, "The file of --key holds something else than keys that --new-key made.");
}

async function openCopy(day: string, keys: readonly JWK[]): Promise<void> {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) endCommand(2, `${day} is no day: 2026-11-22.`);
  const text = await readFile(manifestKey(day));
  if (text === null) endCommand(1, `There is no copy of ${day}, or it was not finished.`);
  const { startedAt, parts }: NightlyCopy = JSON.parse(text);
  const counts = new Map<string, number>();
  const statements: string[] = [];
  for (const part of parts) {
    const rows = await openPart(part, keys);
    statements.push(...insertionsOf(part.table, rows));
    counts.set(part.table, (counts.get(part.table) ?? 0) + rows.length);
  }
  console.log(`The copy of ${day}, begun at ${new Date(startedAt).toISOString()}, is whole:`);
  for (const [table, count] of counts) console.log(`${table}: ${count} rows`);
  if (values.into === undefined) return;
  writeFileSync(values.into, `${statements.join(";\n")};\n`, { mode: 0o600, flag: "wx" });
  console.log(`Next: npx wrangler d1 execute DB --remote -c ${apiFile} --file ${values.into}`);
}

async function openPart(
  { key, table, rows: count, sha256 }: NightlyCopy["parts"][number],
  keys: readonly JWK[],
): Promise<CopiedRow[]> {
  const sealed = await readFile(key);
  if (sealed === null) endCommand(1, `${key} is missing.`);
  if (createHash("sha256").update(sealed).digest("hex") !== sha256)
    endCommand(1, `${key} is not what was written.`);
  const rows = await openRows(keys, sealed).catch((): TableRow[] =>
    endCommand(1, `${key} was sealed for another key than those of --key.`),
  );
  if (rows.length !== count || rows.some((row) => row.table !== table))
    endCommand(1, `${key} does not hold ${count} rows of ${table}.`);
  return rows.map(({ row }) => row);
}

/** Null where there is no such file. */
async function readFile(key: string): Promise<string | null> {
  if (values.from !== undefined) {
    const path = join(values.from, key);
    return existsSync(path) ? readFileSync(path, "utf8") : null;
  }
  const bucket = readPlan("production", root).bucketName;
  const place = values.remote
    ? ["--remote"]
    : ["--local", "--persist-to", values["persist-to"] ?? stateFolder];
  const object = ["r2", "object", "get", `${bucket}/${key}`, "--pipe", "--config", apiFile];
  try {
    return await run("wrangler", [...object, ...place], {
      env: { CI: "1", WRANGLER_HIDE_BANNER: "true" },
    });
  } catch (error) {
    if (/specified key does not exist|code: 10007/i.test(String(error))) return null;
    throw error;
  }
}
