// Brings the database back to an earlier time, or an empty one from an export, and does what must follow.
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { endCommand, readCommandLine } from "./command-line.ts";
import { stateFolder } from "./local-state.ts";
import { Refusal, refuse } from "./payment-desk.ts";
import { filesInFolder } from "./restore/backup-files.ts";
import { cloudflareOf } from "./restore/cloudflare.ts";
import { checkExport } from "./restore/from-export.ts";
import { makeKey, readKeys } from "./restore/keys.ts";
import { restore } from "./restore/restore.ts";
import { dayOf, timeOf } from "./restore/time.ts";
import { run } from "./run.ts";
import { askShopDatabase } from "./shop-database.ts";

const help = `Usage: npm run restore -- --to 30m|TIME REASON --remote
       npm run restore -- --after 30m|TIME REASON
       npm run restore -- --export DAY REASON
       npm run restore -- --check DAY
       npm run restore -- --new-key FILE

--to brings the deployed database back to what it was half an hour ago (30m, 2h, 3d) or at TIME (2026-11-22T14:30:00Z), by Time Travel,
and prints how to undo that. --export fills an empty database, into which the migrations were applied, from the export of DAY (2026-11-22).
--after brings nothing back: for a database that somebody has brought back to TIME already.

What must follow is part of all three: every session ends, codes are void, payments that were begun since come back from the journal, the
gateway is asked about all that are not paid, refunds that may have been made wait for people, reports for the upstream are sent again.
The schedule stands still meanwhile. Then the invariants are asked.

--check says whether the export of DAY is whole and unchanged, and with --key whether it opens.
--new-key makes the pair of keys: prints the public one, for BACKUP_PUBLIC_KEY, and writes the other into FILE, which must exist nowhere
but there and in the operator's password store.

The first three change nothing when first run: they print what would happen, and the code with which it does.

  --key FILE            what --new-key wrote, older keys a line each; without it the journal is not read
  --from FOLDER         a copy of the bucket, where it cannot be reached
  --confirm CODE        what the first run printed
  --as NAME             who you are, for the log; the user of this machine unless named
  --remote              the deployed database and its bucket
  --persist-to FOLDER   another local state than ${stateFolder}`;

const { values, positionals } = readCommandLine(
  help,
  {
    to: { type: "string" },
    after: { type: "string" },
    export: { type: "string" },
    check: { type: "string" },
    "new-key": { type: "string" },
    key: { type: "string" },
    from: { type: "string" },
    confirm: { type: "string" },
    as: { type: "string" },
    remote: { type: "boolean" },
    "persist-to": { type: "string" },
  },
  { positionals: true },
);
const isRemote = values.remote === true;
const folder = values["persist-to"];
const asked = (["to", "after", "export", "check", "new-key"] as const).filter(
  (name) => values[name] !== undefined,
);

try {
  await runAction();
} catch (error) {
  if (error instanceof Refusal) endCommand(error.code, error.message);
  throw error;
}

async function runAction(): Promise<void> {
  const [action] = asked;
  if (action === undefined || asked.length > 1) refuse(2, help);
  const value = values[action] ?? "";
  if (action === "new-key") return makeKey(value, console.log);
  const keys = values.key === undefined ? null : readKeys(readFileSync(values.key, "utf8"));
  const cloudflare = cloudflareOf({ isRemote, folder });
  const files = values.from === undefined ? cloudflare.readFile : filesInFolder(values.from);
  if (action === "check") return checkExport(console.log, files, { day: dayOf(value), keys });
  const isDone = await restore({
    way:
      action === "export"
        ? { name: action, day: dayOf(value) }
        : { name: action, since: timeOf(value, Date.now()) },
    keys,
    files,
    cloudflare,
    reason: positionals.join(" "),
    by: {
      operator: values.as ?? process.env.USER ?? process.env.USERNAME ?? "",
      confirmed: values.confirm ?? null,
    },
    desk: {
      isRemote,
      ask: (statements) => askShopDatabase(statements, { isRemote, ...(folder && { folder }) }),
      print: (line) => console.log(line),
    },
    wait: setTimeout,
  });
  if (!isDone) return;
  const place = isRemote ? ["--remote"] : ["--persist-to", folder ?? stateFolder];
  await run(process.execPath, [".scripts/invariants.ts", ...place], { inherit: true });
}
