import useSWR, { useSWRConfig } from "swr";
import { product, productNotes, type Product, type ProductNotes } from "#contract/product";
import { ApiError, lasting, readAhead, reader, useRead } from "./client.ts";

const productPath = (id: string) => `/products/${encodeURIComponent(id)}`;
const notesPath = (id: string) => `/perfume-note/by_product/${encodeURIComponent(id)}`;

/** A fragrance whose notes nobody has written down has none; that is no failure. */
const readNotes = (path: string): Promise<ProductNotes> =>
  reader(productNotes)(path).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404)
      return { product_id: "", top: [], middle: [], back: [] };
    throw error;
  });

export const useProduct = (id: string | null) =>
  useRead(id === null ? null : productPath(id), product, lasting);

export const useProductNotes = (id: string | null) =>
  useSWR(id === null ? null : notesPath(id), readNotes, lasting);

export function useKnown(ids: readonly string[]): (Product & ProductNotes)[] {
  const { cache } = useSWRConfig();
  // What stands at these paths was parsed when it came.
  const read = <T>(path: string) => cache.get(path)?.data as T | undefined;
  return ids.flatMap((id) => {
    const [known, notes] = [read<Product>(productPath(id)), read<ProductNotes>(notesPath(id))];
    return known === undefined || notes === undefined ? [] : { ...notes, ...known };
  });
}

export async function fetchProductAhead(id: string): Promise<void> {
  await Promise.all([
    readAhead(productPath(id), reader(product)),
    readAhead(notesPath(id), readNotes),
  ]);
}
