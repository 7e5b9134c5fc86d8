/**
 * Publishes the locale files and information pages to KV, after checking them as a whole: the three languages hold the same
 * keys with the same placeholders, and every page fits its schema. Running it again changes nothing.
 *
 *   node .scripts/publish-content.mjs              what `npm start` does
 *   node .scripts/publish-content.mjs --remote     production
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./installed.mjs";
import { run } from "./run.mjs";

const content = join(root, "worker/content");

/** @param {{ remote?: boolean }} [options] */
export async function publishContent({ remote = false } = {}) {
  const entries = await checkedEntries();
  const file = join(root, "node_modules/.cache/published-content.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(entries));
  const target = remote ? ["--remote", "--env", "production"] : ["--local"];
  await run("wrangler", ["kv", "bulk", "put", file, "--binding", "CONTENT", ...target]);
  return entries.length;
}

/** Every KV entry, or an Error that names what is wrong in which file. */
export async function checkedEntries() {
  const { locales, namespaces } = await import("../worker/contract/locales.ts");
  const { infoContexts } = await import("../worker/contract/screens.ts");
  const { cleanInfoPage, faultsOfInfoPage, infoPage } = await import("../worker/contract/info-page.ts");
  const entries = [];
  for (const namespace of namespaces) {
    const files = locales.map((locale) => ({ locale, texts: read(`locales/${locale}/${namespace}.json`) }));
    requireEqualTexts(namespace, files);
    for (const { locale, texts } of files) entries.push({ key: `locales/${locale}/${namespace}`, value: JSON.stringify(texts) });
  }
  const unknown = readdirSync(join(content, "info-pages")).filter((file) => !infoContexts.includes(file.replace(/\.json$/, "")));
  if (unknown.length > 0) throw new Error(`info-pages holds unknown files: ${unknown.join(", ")}`);
  for (const context of infoContexts) {
    const parsed = infoPage.safeParse(read(`info-pages/${context}.json`));
    if (!parsed.success)
      throw new Error(`info-pages/${context}.json: ${parsed.error.issues.map((issue) => issue.path.join(".")).join(", ")}`);
    if (parsed.data.id !== context) throw new Error(`info-pages/${context}.json says it is ${parsed.data.id}`);
    const page = cleanInfoPage(parsed.data);
    const faults = faultsOfInfoPage(page);
    if (faults.length > 0) throw new Error(faults.join("; "));
    entries.push({ key: `info-pages/${context}`, value: JSON.stringify(page) });
  }
  requireBrandFacts(entries, read("brand.json"));
  return entries;
}

/** Texts name the brand's facts in single braces; a name that the file lacks would be shown to shoppers as it is. */
function requireBrandFacts(entries, brand) {
  for (const [name, fact] of Object.entries(brand))
    if (typeof fact !== "string" || !/^[^"\\\p{Cc}]+$/u.test(fact)) throw new Error(`brand.json: ${name} must be a plain text`);
  for (const { key, value } of entries)
    for (const [placeholder, name] of value.replace(/\{\{\w+\}\}/g, "").matchAll(/\{(\w+)\}/g))
      if (!Object.hasOwn(brand, name)) throw new Error(`${key} names ${placeholder}, which brand.json lacks`);
}

function read(path) {
  try {
    return JSON.parse(readFileSync(join(content, path), "utf8"));
  } catch (cause) {
    throw new Error(`${path} cannot be read as JSON`, { cause });
  }
}

function requireEqualTexts(namespace, [first, ...others]) {
  const expected = leaves(first.texts);
  for (const { locale, texts } of others) {
    const found = leaves(texts);
    for (const key of new Set([...expected.keys(), ...found.keys()])) {
      if (!found.has(key)) throw new Error(`${locale}/${namespace}.json lacks ${key}`);
      if (!expected.has(key)) throw new Error(`${first.locale}/${namespace}.json lacks ${key}`);
      if (expected.get(key) !== found.get(key))
        throw new Error(`${namespace}.json: ${key} has other placeholders in ${locale} than in ${first.locale}`);
    }
  }
}

/** Dotted key → its placeholders. */
function leaves(texts, prefix = "", found = new Map()) {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === "string") found.set(prefix + key, [...new Set(value.match(/\{\{\w+\}\}/g))].sort().join());
    else leaves(value, `${prefix}${key}.`, found);
  }
  return found;
}

if (process.argv[1] === import.meta.filename) {
  console.log(`${await publishContent({ remote: process.argv.includes("--remote") })} entries published`);
}
