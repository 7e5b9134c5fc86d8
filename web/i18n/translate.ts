/** Locale files, fetched once per page and rendered by rosetta. */
import { use } from "react";
import rosetta from "rosetta";
import { localeTable, type Locale, type Namespace } from "#contract/locales";
import type auth from "../../worker/content/locales/zh/auth.json";
import type common from "../../worker/content/locales/zh/common.json";
import type shop from "../../worker/content/locales/zh/shop.json";
import { formatNumber } from "./format.ts";
import { locale, perLocale } from "./locale.ts";

interface Messages {
  common: typeof common;
  auth: typeof auth;
  shop: typeof shop;
}

/** Dotted keys of all texts in the Chinese files. */
type Leaves<T, Prefix extends string> = T extends string
  ? Prefix
  : { [K in keyof T & string]: Leaves<T[K], `${Prefix}.${K}`> }[keyof T & string];

export type MessageKey = { [N in Namespace]: Leaves<Messages[N], N> }[Namespace];
type PluralKey = MessageKey extends infer K
  ? K extends `${infer Stem}.other`
    ? Stem
    : never
  : never;
type Params = Record<string, string | number>;

const texts = rosetta<Record<string, unknown>>();
const loading = new Map<string, Promise<void>>();
/** React's `use` does not wait for a promise marked like this: a prepared screen must not flash. */
const arrived = Object.assign(Promise.resolve(), { status: "fulfilled", value: undefined });

/** Returns the same promise for the same file, as React's `use` needs. */
function load(namespace: Namespace): Promise<void> {
  const known = loading.get(`${locale}/${namespace}`);
  if (known !== undefined) return known;
  const language = locale;
  const file = fetchMessages(language, namespace).then((table) =>
    addMessages(language, namespace, table),
  );
  loading.set(`${language}/${namespace}`, file);
  // A failed file is requested again the next time it is needed.
  file.catch(() => void loading.delete(`${language}/${namespace}`));
  return file;
}

export function loadMessages(namespaces: readonly Namespace[]): Promise<void>[] {
  return namespaces.map(load);
}

/** Suspends until the texts are there. */
export function useMessages(files: readonly Promise<void>[]): void {
  for (const file of files) use(file);
}

async function fetchMessages(language: Locale, namespace: Namespace): Promise<unknown> {
  const response = await fetch(`/locales/${language}/${namespace}.json`);
  if (!response.ok)
    throw new Error(`The texts ${language}/${namespace} answered ${response.status}`);
  return response.json();
}

export function addMessages(language: Locale, namespace: Namespace, table: unknown): void {
  texts.set(language, { [namespace]: table });
  loading.set(`${language}/${namespace}`, arrived);
}

/** Throws in development; shoppers see the bare key, never another language. */
function messageOf(key: string, params: Params = {}): string {
  const text: unknown = texts.t(key, params, locale);
  if (typeof text === "string" && text !== "") return text;
  if (import.meta.env.DEV) throw new Error(`No text ${key} in ${locale}`);
  return key;
}

export type Translate = (key: MessageKey, params?: Params) => string;

export const t: Translate = messageOf;

/** Picks `${key}.one` or `${key}.other`; `{{count}}` is formatted already. */
export function plural(key: PluralKey, count: number, params?: Params): string {
  const form = pluralRulesOf().select(count) === "one" ? "one" : "other";
  return messageOf(`${key}.${form}`, { ...params, count: formatNumber(count) });
}

const pluralRulesOf = perLocale(() => new Intl.PluralRules(localeTable[locale].tag));
