import type { Locale } from "#contract/locales";
import { product, productNotes, type ProductNotes } from "#contract/product";
import { ApiError } from "./client.ts";
import { localRead, readAhead, useLocalRead, type LocalRead } from "./read.ts";

const productPath = (id: string) => `/products/${encodeURIComponent(id)}`;
const notesPath = (id: string) => `/perfume-note/by_product/${encodeURIComponent(id)}`;
const readProduct = localRead(product);
/** A fragrance whose notes nobody has written down has none; that is no failure. */
const readNotes: LocalRead<ProductNotes> = (key) =>
  localRead(productNotes)(key).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404)
      return { product_id: "", top: [], middle: [], back: [] };
    throw error;
  });

export const useProduct = (id: string | null) =>
  useLocalRead(id === null ? null : productPath(id), readProduct);
export const useProductNotes = (id: string | null) =>
  useLocalRead(id === null ? null : notesPath(id), readNotes);

/** Fetches a product card's data ahead. @throws when it fails. */
export async function fetchProductAhead(locale: Locale, id: string): Promise<void> {
  await Promise.all([
    readAhead(locale, productPath(id), readProduct),
    readAhead(locale, notesPath(id), readNotes),
  ]);
}
