import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";

const content = resolve(import.meta.dirname, "../../worker/content");

/** What publishing writes to KV, as key and value. */
export function publishedContent(): { key: string; value: string }[] {
  const entries: { key: string; value: string }[] = [];
  for (const lng of ["zh", "en", "ja"]) {
    for (const ns of ["common", "auth", "shop"]) {
      entries.push({ key: `locales/${lng}/${ns}`, value: readFileSync(`${content}/locales/${lng}/${ns}.json`, "utf8") });
    }
  }
  for (const file of readdirSync(`${content}/info-pages`)) {
    entries.push({
      key: `info-pages/${file.replace(/\.json$/, "")}`,
      value: readFileSync(`${content}/info-pages/${file}`, "utf8"),
    });
  }
  return entries;
}
