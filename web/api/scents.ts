import useSWR, { mutate } from "swr";
import type { Locale } from "#contract/locales";
import { scent } from "#contract/scent";
import { useI18n } from "../i18n/translate.ts";
import { api } from "./client.ts";
import { lasting } from "./read.ts";

export const scentKey = (locale: Locale, id: string) => ["scent", locale, id] as const;
const read = ([, locale, id]: ReturnType<typeof scentKey>) =>
  api.get(`/scents/${encodeURIComponent(id)}`, scent, { headers: { "Accept-Language": locale } });

export function useScent(id: string) {
  const { locale } = useI18n();
  return useSWR(scentKey(locale, id), read, lasting);
}

export function prepareScent(locale: Locale, id: string): Promise<unknown> {
  const key = scentKey(locale, id);
  return mutate(key, read(key), { revalidate: false });
}
