/** Locale files, fetched once per page and rendered by rosetta. */
import { use } from "react";
import rosetta from "rosetta";
import type { Locale, Namespace } from "#contract/locales";
import type auth from "../../worker/content/locales/zh/auth.json";
import type common from "../../worker/content/locales/zh/common.json";
import type shop from "../../worker/content/locales/zh/shop.json";

interface Messages {
  common: typeof common;
  auth: typeof auth;
  shop: typeof shop;
}

/** Dotted keys of all texts in the Chinese files. */
type Leaves<T, Prefix extends string> = T extends string
  ? Prefix
  : { [K in keyof T & string]: Leaves<T[K], `${Prefix}.${K}`> }[keyof T & string];
type Keys = { [N in Namespace]: Leaves<Messages[N], N> }[Namespace];
export type MessageKey = Keys;
export type PluralKey = Keys extends infer K
  ? K extends `${infer Stem}.other`
    ? Stem
    : never
  : never;

export type Params = Record<string, string | number>;

const texts = rosetta<Record<string, unknown>>();
const loading = new Map<string, Promise<void>>();
/** React's `use` does not wait for a promise marked like this: a prepared screen must not flash. */
const arrived = Object.assign(Promise.resolve(), { status: "fulfilled", value: undefined });

/** Returns the same promise for the same file, as React's `use` needs. */
function load(locale: Locale, namespace: Namespace): Promise<void> {
  const key = `${locale}/${namespace}`;
  const known = loading.get(key);
  if (known !== undefined) return known;
  const file = fetchMessages(locale, namespace).then((table) =>
    addMessages(locale, namespace, table),
  );
  loading.set(key, file);
  // A failed file is requested again the next time it is needed.
  file.catch(() => void loading.delete(key));
  return file;
}

export function loadMessages(locale: Locale, namespaces: readonly Namespace[]): Promise<void>[] {
  return namespaces.map((namespace) => load(locale, namespace));
}

/** Suspends until the texts are there. */
export function useMessages(files: readonly Promise<void>[]): void {
  for (const file of files) use(file);
}

async function fetchMessages(locale: Locale, namespace: Namespace): Promise<unknown> {
  const response = await fetch(`/locales/${locale}/${namespace}.json`);
  if (!response.ok) throw new Error(`The texts ${locale}/${namespace} answered ${response.status}`);
  return response.json();
}

export function addMessages(locale: Locale, namespace: Namespace, table: unknown): void {
  texts.set(locale, { [namespace]: table });
  loading.set(`${locale}/${namespace}`, arrived);
}

/** Throws in development; shoppers see the bare key, never another language. */
export function messageOf(locale: Locale, key: string, params?: Params): string {
  const text: unknown = texts.t(key, params ?? {}, locale);
  if (typeof text === "string" && text !== "") return text;
  if (import.meta.env.DEV) throw new Error(`No text ${key} in ${locale}`);
  return key;
}
