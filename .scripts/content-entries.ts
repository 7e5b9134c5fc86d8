// The locale files, information pages and the calendar of working days as KV holds them, checked as
// a whole: the three languages have the same keys with the same placeholders, and every page fits
// its schema.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { faultOfFacts, faultOfTexts } from "../worker/content/checks.ts";
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
const brandFacts = z.record(z.string(), z.string().check(z.regex(/^[^"\\\p{Cc}]*$/u)));

const entry = (key: string, value: unknown): Entry => ({ key, value: JSON.stringify(value) });

/** Every KV entry, or an Error that names what is wrong in which file. */
export async function checkedEntries(): Promise<Entry[]> {
  const entries = [
    ...namespaces.flatMap(localeEntries),
    ...infoPageEntries(),
    entry("work-calendar", read("work-calendar.json", workCalendar)),
  ];
  // The facts stand in the texts' JSON as they are.
  const facts = Object.keys(read("../brand/brand.json", brandFacts));
  for (const { key, value } of entries) refuse(faultOfFacts(facts, key, value));
  return entries;
}

function localeEntries(namespace: string): Entry[] {
  const files = locales.map((locale) => ({
    locale,
    texts: read(`locales/${locale}/${namespace}.json`, textsSchema),
  }));
  refuse(faultOfTexts(namespace, files));
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

function refuse(fault: string | null): void {
  if (fault !== null) throw new Error(fault);
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
