/** Texts, numbers and money in the page's language; `dates.ts` has what may come later. */
import { use } from "react";
import rosetta from "rosetta";
import { fallbackLocale, localeTable, type Locale, type Namespace } from "#contract/locales";
import { currency } from "#contract/money";
import type auth from "../../worker/content/locales/zh/auth.json";
import type common from "../../worker/content/locales/zh/common.json";
import type shop from "../../worker/content/locales/zh/shop.json";

/** Every link to another language loads another document. */
export let locale: Locale = fallbackLocale;

export function setLocale(language: Locale): void {
  locale = language;
}

/** Made on first use: an Intl formatter takes up to 30 ms to load its data. */
export function perLocale<Made>(make: () => Made): () => Made {
  const made = new Map<Locale, Made>();
  return () => {
    const known = made.get(locale) ?? make();
    made.set(locale, known);
    return known;
  };
}

type Messages = { common: typeof common; auth: typeof auth; shop: typeof shop };

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
  file.catch(() => void loading.delete(`${language}/${namespace}`));
  return file;
}

export function loadMessages(namespaces: readonly Namespace[]): Promise<void>[] {
  return namespaces.map(load);
}

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

export const t: (key: MessageKey, params?: Params) => string = messageOf;

/** Picks `${key}.one` or `${key}.other`; `{{count}}` is formatted already. */
export function plural(key: PluralKey, count: number, params?: Params): string {
  const form = pluralRulesOf().select(count) === "one" ? "one" : "other";
  return messageOf(`${key}.${form}`, { ...params, count: formatNumber(count) });
}

const pluralRulesOf = perLocale(() => new Intl.PluralRules(localeTable[locale].htmlLang));

export const tagOf = () => localeTable[locale].formatTag;

const noBreakSpace = "\u00A0";

const numberFormatOf = perLocale(() => new Intl.NumberFormat(tagOf()));

/** Whole numbers look alike in all three languages and need no formatter. */
export function formatNumber(value: number): string {
  return Number.isSafeInteger(value)
    ? String(value).replaceAll(/\B(?=(\d{3})+$)/g, ",")
    : numberFormatOf().format(value);
}

/** With the currency's name, as visitors come from three countries. */
export function formatMoney(twd: number): string {
  return `NT$${noBreakSpace}${formatNumber(twd)}`;
}

export function formatAmount(amount: number, currencyCode: string): string {
  return currencyCode === currency || currencyCode === "NTD"
    ? formatMoney(amount)
    : `${currencyCode}${noBreakSpace}${formatNumber(amount)}`;
}
