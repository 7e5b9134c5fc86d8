import * as z from "zod/mini";
import { noteFamilies, type Note, type Product, type ProductNotes } from "#contract/product";
import { endpoint } from "./endpoint.ts";
import { listOfReadable, maybe, number, text } from "./tolerant.ts";

/** Missing values fall back: the number to the id, the name to the number. */
export const getProduct = endpoint({
  method: "GET",
  path: "/products/{id}",
  answer: z.object({
    id: maybe(text),
    product_id: maybe(text),
    product_name: maybe(text),
    description: maybe(text),
  }),
  translate: ({ id, product_id, product_name, description }, params): Product => {
    const key = params["id"] ?? id ?? "";
    const productNumber = product_id || key;
    return {
      id: key,
      product_id: productNumber,
      product_name: product_name || productNumber,
      description,
    };
  },
});

const material = z.object({
  id: maybe(text),
  name: text,
  family: maybe(text),
  volatility: maybe(number),
});
const named = (name: string) => ({
  share: null,
  raw_material: { id: null, name, family: null, volatility: null },
});

/** The documents promise only `raw_material.name`; in another call they only say "notes". */
const note = z.union([
  z.object({ share: maybe(number), raw_material: material }),
  z.pipe(
    z.object({ name: text }),
    z.transform(({ name }: { name: string }) => named(name)),
  ),
  z.pipe(z.string(), z.transform(named)),
]);
export const notes = z.pipe(
  listOfReadable(note),
  z.transform((found: z.output<typeof note>[]): Note[] =>
    found.map(({ share, raw_material: { id, name, family, volatility } }) => ({
      share: share !== null && share >= 0 ? share : null,
      raw_material: {
        id: id ?? name,
        name,
        family: noteFamilies.find((known) => known === family?.trim().toLowerCase()) ?? null,
        volatility: volatility !== null && volatility >= 0 && volatility <= 1 ? volatility : null,
      },
    })),
  ),
);

export const getNotes = endpoint({
  method: "GET",
  path: "/perfume-note/by_product/{productId}",
  answer: z.object({ top: notes, middle: notes, back: notes }),
  translate: (tiers, params): ProductNotes => ({ product_id: params["productId"] ?? "", ...tiers }),
});
