import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { backupKey } from "./backup-key.ts";
import { root } from "./repository.ts";

const hosts = { staging: "staging.sillage.test", production: "shop.sillage.test" };

/** A brand that is nobody's example. */
export const opened = {
  service_email: "service@sillage.test",
  company_name: "跡香股份有限公司",
  company_tax_id: "12345675",
  company_address: "臺北市大安區和平東路一段 1 號",
  company_phone: "+886-2-2345-6789",
  company_hours: "10:00–18:00",
};

export class ConfiguredFolder {
  readonly path: string;

  /** @param build - its `dist`, or null for a copy of the repository, which makes its own. */
  constructor(build: string | null, path = mkdtempSync(join(tmpdir(), "sillage-deployed-"))) {
    this.path = path;
    if (build === null) return;
    mkdirSync(join(this.path, "worker"));
    for (const file of ["wrangler.toml", "worker/wrangler.api.toml"])
      cpSync(resolve(root, file), join(this.path, file));
    symlinkSync(resolve(root, "migrations"), join(this.path, "migrations"));
    symlinkSync(build, join(this.path, "dist"));
  }

  /** Addresses and the ids of the upstream's data, as an owner does by hand. */
  fillIn(target: "staging" | "production"): void {
    const example = target === "staging" ? "staging.sillage.example" : "sillage.example";
    for (const file of ["wrangler.toml", "worker/wrangler.api.toml"])
      this.edit(file, (text) =>
        text
          .replaceAll(`"${example}"`, `"${hosts[target]}"`)
          .replaceAll(`"https://${example}"`, `"https://${hosts[target]}"`),
      );
    this.edit("worker/wrangler.api.toml", (text) =>
      text.replaceAll('BACKUP_PUBLIC_KEY = ""', `BACKUP_PUBLIC_KEY = "${backupKey.x}"`),
    );
    const ids = [
      'UPSTREAM_URL = "https://upstream.sillage.test"',
      'SURVEY_ID = "scent-discovery"',
      'DESCRIPTION_QUESTION_ID = "ideal-scent"',
      'LABEL_CATEGORY_ID = "label"',
    ];
    const table = target === "staging" ? "[env.staging.vars]" : "[vars]";
    this.edit("worker/wrangler.api.toml", (text) => {
      const [before = "", after = ""] = text.split(`\n${table}\n`);
      const rest = after.replace('UPSTREAM_URL = "https://upstream.example"\n', "");
      return `${before}\n${table}\n${ids.join("\n")}\n${rest}`;
    });
  }

  replace(file: string, from: string, to: string): void {
    if (!this.read(file).includes(from)) throw new Error(`${file} does not say ${from}`);
    this.edit(file, (text) => text.replace(from, to));
  }

  read(file: string): string {
    return readFileSync(join(this.path, file), "utf8");
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  private edit(file: string, change: (text: string) => string): void {
    writeFileSync(join(this.path, file), change(this.read(file)));
  }
}
