// The locale files, information pages and the calendar of working days as KV holds them, checked as
// a whole: the three languages have the same keys with the same placeholders, and every page fits
// its schema.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { workCalendar } from "../worker/contract/delivery.ts";
import { cleanInfoPage, faultsOfInfoPage, infoPage } from "../worker/contract/info-page.ts";
import { locales, namespaces } from "../worker/contract/locales.ts";
import { infoContexts } from "../worker/contract/screens.ts";
import { root } from "./installed.mjs";

export interface Entry {
  key: string;
  value: string;
}

const content = join(root, "worker/content");
type Texts = { [key: string]: string | Texts };
const textsSchema: z.ZodMiniType<Texts> = z.record(
  z.string(),
  z.union([z.string(), z.lazy(() => textsSchema)]),
);
const brandFacts = z.record(z.string(), z.string().check(z.regex(/^[^"\\\p{Cc}]+$/u)));

const entry = (key: string, value: unknown): Entry => ({ key, value: JSON.stringify(value) });

/** Every KV entry, or an Error that names what is wrong in which file. */
export async function checkedEntries(): Promise<Entry[]> {
  const entries = [
    ...namespaces.flatMap(localeEntries),
    ...infoPageEntries(),
    entry("work-calendar", read("work-calendar.json", workCalendar)),
  ];
  requireBrandFacts(entries, read("../brand/brand.json", brandFacts));
  return entries;
}

function localeEntries(namespace: string): Entry[] {
  const files = locales.map((locale) => ({
    locale,
    texts: read(`locales/${locale}/${namespace}.json`, textsSchema),
  }));
  requireEqualTexts(namespace, files);
  return files.map(({ locale, texts }) => entry(`locales/${locale}/${namespace}`, texts));
}

function infoPageEntries(): Entry[] {
  const expected = new Set<string>(infoContexts.map((context) => `${context}.json`));
  const unknown = readdirSync(join(content, "info-pages")).filter((file) => !expected.has(file));
  if (unknown.length > 0) throw new Error(`info-pages holds unknown files: ${unknown.join(", ")}`);
  return infoContexts.map((context) => {
    const page = cleanInfoPage(read(`info-pages/${context}.json`, infoPage));
    if (page.id !== context) throw new Error(`info-pages/${context}.json says it is ${page.id}`);
    const faults = faultsOfInfoPage(page);
    if (faults.length > 0) throw new Error(faults.join("; "));
    return entry(`info-pages/${context}`, page);
  });
}

/** Texts name the brand's facts in single braces; shoppers would see an unknown name as it is. */
function requireBrandFacts(entries: readonly Entry[], facts: Record<string, string>): void {
  // A fact with a form for each language, as `brand_name_zh`, is named without it.
  const names = new Set(
    Object.keys(facts).flatMap((name) => [name, name.replace(/_[a-z]{2}$/, "")]),
  );
  for (const { key, value } of entries)
    for (const [placeholder, name = ""] of value.replace(/\{\{\w+\}\}/g, "").matchAll(/\{(\w+)\}/g))
      if (!names.has(name)) throw new Error(`${key} names ${placeholder}, which brand.json lacks`);
}

function read<Value>(path: string, schema: z.ZodMiniType<Value>): Value {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(join(content, path), "utf8"));
  } catch (cause) {
    throw new Error(`${path} cannot be read as JSON`, { cause });
  }
  const { success, data, error } = schema.safeParse(json);
  if (success) return data;
  throw new Error(`${path}: ${error.issues.map((issue) => issue.path.join(".")).join(", ")}`);
}

function requireEqualTexts(namespace: string, files: { locale: string; texts: Texts }[]): void {
  const expected = new Set(files.slice(0, 1).flatMap((file) => placeholdersIn(file.texts)));
  for (const file of files) {
    const found = new Set(placeholdersIn(file.texts));
    const differing = [...expected, ...found].filter(
      (line) => !expected.has(line) || !found.has(line),
    );
    if (differing.length > 0)
      throw new Error(
        `${namespace}.json has another text or placeholder in ${file.locale} than in ${locales[0]}: ${differing.join("; ")}`,
      );
  }
}

/** Each key with the placeholders of its text. */
function placeholdersIn(within: Texts, prefix = ""): string[] {
  return Object.entries(within).flatMap(([key, value]) => {
    if (typeof value !== "string") return placeholdersIn(value, `${prefix}${key}.`);
    const placeholders = new Set(value.match(/\{\{\w+\}\}/g));
    return [[prefix + key, ...[...placeholders].sort()].join(" ")];
  });
}
