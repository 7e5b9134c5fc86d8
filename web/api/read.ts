import useSWR, { mutate, type SWRConfiguration } from "swr";
import type { Locale } from "#contract/locales";
import { useI18n } from "../i18n/translate.ts";
import { api } from "./client.ts";
import type { Schema } from "./errors.ts";

/** For what does not change while somebody looks at it. */
export const once = { revalidateOnFocus: false, shouldRetryOnError: false };
/** For what hardly ever changes. */
export const lasting = { ...once, revalidateIfStale: false };

/** What the API answers at a path, by which it is cached; null asks for nothing. */
export function useRead<T>(
  path: string | null,
  schema: Schema<T>,
  options: SWRConfiguration<T> = {},
) {
  return useSWR<T>(path, (asked: string) => api.get(asked, schema), {
    shouldRetryOnError: false,
    ...options,
  });
}

/** Changes what is read at `path`, there or below it, and reads it again. */
export async function change<T = void>(
  path: string,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  { at = "", ...options }: Parameters<typeof api.send<T>>[2] & { at?: string } = {},
): Promise<T> {
  const answer = await api.send<T>(method, path + at, options);
  await mutate(path);
  return answer;
}

/** The language is part of the key: it may change while the answer is on its way. */
export const localKey = (locale: Locale, path: string) => [locale, path] as const;
export type LocalRead<T> = (key: ReturnType<typeof localKey>) => Promise<T>;

export function localRead<T>(schema: Schema<T>): LocalRead<T> {
  return ([locale, path]) => api.get(path, schema, { headers: { "Accept-Language": locale } });
}

/** In the language of the page. */
export function useLocalRead<T>(
  path: string | null,
  read: LocalRead<T>,
  options: SWRConfiguration<T> = lasting,
) {
  const { locale } = useI18n();
  return useSWR(path === null ? null : localKey(locale, path), read, options);
}

/** Reads it before it is shown. @throws when that fails. */
export function readAhead<T>(locale: Locale, path: string, read: LocalRead<T>): Promise<unknown> {
  const key = localKey(locale, path);
  return mutate(key, read(key), { revalidate: false });
}
