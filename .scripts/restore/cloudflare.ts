// Wrangler, for the shop's database and for its bucket.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_readConfig as readConfig } from "wrangler";
import { root } from "../installed.mjs";
import { stateFolder } from "../local-state.ts";
import { run } from "../run.ts";
import { askShopDatabase } from "../shop-database.ts";
import type { Fill } from "./from-export.ts";

interface Place {
  isRemote: boolean;
  folder?: string | undefined;
}

export interface Cloudflare {
  /** Null where there is no such file. */
  readFile(key: string): Promise<string | null>;
  writeFile(key: string, file: string): Promise<void>;
  removeFile(key: string): Promise<void>;
  /** The shop's database, deployed or not, with any number of statements. */
  fill: Fill;
  /** Of the deployed database. @returns the bookmark of what it was before. */
  travel(to: number): Promise<string>;
}

const config = "worker/wrangler.api.toml";
export function cloudflareOf({ isRemote, folder = stateFolder }: Place): Cloudflare {
  const where = isRemote ? ["--remote"] : ["--local", "--persist-to", folder];
  const wrangler = (...args: string[]) =>
    run("wrangler", [...args, "--config", config], {
      env: { CI: "1", WRANGLER_HIDE_BANNER: "true" },
    });
  const path = (key: string) => `${bucketName()}/${key}`;
  return {
    readFile: async (key) => {
      try {
        return await wrangler("r2", "object", "get", path(key), "--pipe", ...where);
      } catch (error) {
        if (/specified key does not exist|code: 10007/i.test(String(error))) return null;
        throw error;
      }
    },
    writeFile: async (key, file) => {
      await wrangler("r2", "object", "put", path(key), "--file", file, ...where);
    },
    removeFile: async (key) => {
      await wrangler("r2", "object", "delete", path(key), ...where);
    },
    fill: async (statements) => {
      if (!isRemote) {
        await askShopDatabase(statements, { isRemote, folder });
        return;
      }
      // By a file: there is more than a command may be long.
      const temporary = mkdtempSync(join(tmpdir(), "sillage-export-"));
      try {
        const file = join(temporary, "rows.sql");
        writeFileSync(file, `${statements.join(";\n")};\n`, { mode: 0o600 });
        await wrangler("d1", "execute", "DB", "--remote", "--yes", "--file", file);
      } finally {
        rmSync(temporary, { recursive: true, force: true });
      }
    },
    travel: async (to) => {
      const timestamp = new Date(to).toISOString();
      const output = await wrangler(
        "d1",
        "time-travel",
        "restore",
        "DB",
        "--timestamp",
        timestamp,
        "--json",
      );
      const { previous_bookmark: before }: { previous_bookmark: string } = JSON.parse(
        output.slice(output.indexOf("{")),
      );
      return before;
    },
  };
}

function bucketName(): string {
  const all: { binding: string; bucket_name?: string }[] = readConfig(
    { config: join(root, config) },
    { hideWarnings: true },
  ).r2_buckets;
  const name = all.find(({ binding }) => binding === "BACKUPS")?.bucket_name;
  if (name === undefined) throw new Error(`${config} has no bucket BACKUPS`);
  return name;
}
