/** Apart from `products.ts`, which screens without a fragrance's page read. */
import type { Locale } from "#contract/locales";
import { scent } from "#contract/scent";
import { localRead, readAhead, useLocalRead } from "./read.ts";

export const scentPath = (id: string) => `/scents/${encodeURIComponent(id)}`;
const read = localRead(scent);

export const useScent = (id: string) => useLocalRead(scentPath(id), read);
export const prepareScent = (locale: Locale, id: string) => readAhead(locale, scentPath(id), read);
