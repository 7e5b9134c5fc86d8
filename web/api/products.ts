import useSWR, { mutate } from "swr";
import type { Locale } from "#contract/locales";
import { product, productNotes, type ProductNotes } from "#contract/product";
import { useI18n } from "../i18n/translate.ts";
import { api, ApiError } from "./client.ts";
import { lasting } from "./read.ts";

const productKey = (locale: Locale, id: string) => ["product", locale, id] as const;
const notesKey = (locale: Locale, id: string) => ["product-notes", locale, id] as const;
/** The language is part of the key: it may change while the answer is on its way. */
const inLanguage = (locale: Locale) => ({ headers: { "Accept-Language": locale } });
const loadProduct = ([, locale, id]: ReturnType<typeof productKey>) =>
  api.get(`/products/${encodeURIComponent(id)}`, product, inLanguage(locale));

/** A fragrance whose notes nobody has written down has none; that is no failure. */
async function loadNotes([, locale, id]: ReturnType<typeof notesKey>): Promise<ProductNotes> {
  try {
    return await api.get(
      `/perfume-note/by_product/${encodeURIComponent(id)}`,
      productNotes,
      inLanguage(locale),
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      return { product_id: id, top: [], middle: [], back: [] };
    throw error;
  }
}

export function useProduct(id: string | null) {
  const { locale } = useI18n();
  return useSWR(id === null ? null : productKey(locale, id), loadProduct, lasting);
}

export function useProductNotes(id: string | null) {
  const { locale } = useI18n();
  return useSWR(id === null ? null : notesKey(locale, id), loadNotes, lasting);
}

/** Fetches a product card's data ahead. @throws when it fails. */
export async function fetchProductAhead(locale: Locale, id: string): Promise<void> {
  const now = { revalidate: false };
  await Promise.all([
    mutate(productKey(locale, id), loadProduct(productKey(locale, id)), now),
    mutate(notesKey(locale, id), loadNotes(notesKey(locale, id)), now),
  ]);
}
