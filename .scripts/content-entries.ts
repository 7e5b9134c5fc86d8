// The locale files, information pages and the calendar of working days as KV holds them, checked as
// a whole: the three languages have the same keys with the same placeholders, and every page fits
// its schema.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { workCalendar } from "../worker/contract/delivery.ts";
import { cleanInfoPage, faultsOfInfoPage, infoPage } from "../worker/contract/info-page.ts";
import { locales, namespaces } from "../worker/contract/locales.ts";
import { infoContexts } from "../worker/contract/screens.ts";
import { root } from "./installed.mjs";

export interface Entry {
  key: string;
  value: string;
}

interface Texts {
  [key: string]: string | Texts;
}

interface LocaleFile {
  locale: string;
  texts: Texts;
}

const content = join(root, "worker/content");

/** Every KV entry, or an Error that names what is wrong in which file. */
export async function checkedEntries(): Promise<Entry[]> {
  const entries = [...namespaces.flatMap(localeEntries), ...infoPageEntries(), workCalendarEntry()];
  requireBrandFacts(entries, read("../brand/brand.json"));
  return entries;
}

function localeEntries(namespace: string): Entry[] {
  const files = locales.map((locale) => ({
    locale,
    texts: readTexts(`locales/${locale}/${namespace}.json`),
  }));
  requireEqualTexts(namespace, files);
  return files.map(({ locale, texts }) => ({
    key: `locales/${locale}/${namespace}`,
    value: JSON.stringify(texts),
  }));
}

function infoPageEntries(): Entry[] {
  const expected = new Set<string>(infoContexts.map((context) => `${context}.json`));
  const unknown = readdirSync(join(content, "info-pages")).filter((file) => !expected.has(file));
  if (unknown.length > 0) throw new Error(`info-pages holds unknown files: ${unknown.join(", ")}`);
  return infoContexts.map((context) => {
    const parsed = infoPage.safeParse(read(`info-pages/${context}.json`));
    if (!parsed.success)
      throw new Error(
        `info-pages/${context}.json: ${parsed.error.issues.map((issue) => issue.path.join(".")).join(", ")}`,
      );
    if (parsed.data.id !== context)
      throw new Error(`info-pages/${context}.json says it is ${parsed.data.id}`);
    const page = cleanInfoPage(parsed.data);
    const faults = faultsOfInfoPage(page);
    if (faults.length > 0) throw new Error(faults.join("; "));
    return { key: `info-pages/${context}`, value: JSON.stringify(page) };
  });
}

function workCalendarEntry(): Entry {
  const parsed = workCalendar.safeParse(read("work-calendar.json"));
  if (parsed.success) return { key: "work-calendar", value: JSON.stringify(parsed.data) };
  const faults = parsed.error.issues.map((issue) => issue.path.join("."));
  throw new Error(`work-calendar.json: ${faults.join(", ")}`);
}

/** Texts name the brand's facts in single braces; shoppers would see an unknown name as it is. */
function requireBrandFacts(entries: readonly Entry[], brand: unknown): void {
  const facts = Object.entries(Object(brand));
  for (const [name, fact] of facts)
    if (typeof fact !== "string" || !/^[^"\\\p{Cc}]+$/u.test(fact))
      throw new Error(`brand.json: ${name} must be a plain text`);
  // A fact with a form for each language, as `brand_name_zh`, is named without it.
  const names = new Set(facts.flatMap(([name]) => [name, name.replace(/_[a-z]{2}$/, "")]));
  for (const { key, value } of entries)
    for (const [placeholder, name = ""] of value.replace(/\{\{\w+\}\}/g, "").matchAll(/\{(\w+)\}/g))
      if (!names.has(name)) throw new Error(`${key} names ${placeholder}, which brand.json lacks`);
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(join(content, path), "utf8"));
  } catch (cause) {
    throw new Error(`${path} cannot be read as JSON`, { cause });
  }
}

function readTexts(path: string): Texts {
  const texts = read(path);
  if (!isTexts(texts)) throw new Error(`${path} holds something else than texts`);
  return texts;
}

function isTexts(value: unknown): value is Texts {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((text) => typeof text === "string" || isTexts(text));
}

function requireEqualTexts(namespace: string, [first, ...others]: readonly LocaleFile[]): void {
  if (first === undefined) return;
  const expected = placeholdersByKey(first.texts);
  for (const { locale, texts } of others) {
    const found = placeholdersByKey(texts);
    for (const key of new Set([...expected.keys(), ...found.keys()])) {
      if (!found.has(key)) throw new Error(`${locale}/${namespace}.json lacks ${key}`);
      if (!expected.has(key)) throw new Error(`${first.locale}/${namespace}.json lacks ${key}`);
      if (expected.get(key) !== found.get(key))
        throw new Error(
          `${namespace}.json: ${key} has other placeholders in ${locale} than in ${first.locale}`,
        );
    }
  }
}

function placeholdersByKey(
  texts: Texts,
  prefix = "",
  found = new Map<string, string>(),
): Map<string, string> {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === "string")
      found.set(prefix + key, [...new Set(value.match(/\{\{\w+\}\}/g))].sort().join());
    else placeholdersByKey(value, `${prefix}${key}.`, found);
  }
  return found;
}
