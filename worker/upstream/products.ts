import * as z from "zod/mini";
import {
  noteFamilies,
  presences,
  seasons,
  type Note,
  type Product,
  type ProductNotes,
  type Wearing,
} from "#contract/product";
import { endpoint } from "./endpoint.ts";
import { listOfReadable, maybe, number, text } from "./tolerant.ts";

/** Missing values fall back: the number to the id, the name to the number. */
export const getProduct = endpoint("catalogue", "GET", "/products/{id}", {
  answer: z.object({
    id: maybe(text),
    product_id: maybe(text),
    product_name: maybe(text),
    description: maybe(text),
    intensity: maybe(z.enum(presences)),
    longevity_hours: maybe(number),
    seasons: listOfReadable(z.enum(seasons)),
  }),
  translate: ({ id, product_id, product_name, description, ...worn }, params): Product => {
    const key = params["id"] ?? id ?? "";
    const productNumber = product_id || key;
    return {
      id: key,
      product_id: productNumber,
      product_name: product_name || productNumber,
      description,
      ...wearingOf(worn.intensity, worn.longevity_hours, worn.seasons),
    };
  },
});

function wearingOf(
  presence: Wearing["presence"],
  hours: number | null,
  worn: Wearing["seasons"],
): { wearing?: Wearing } {
  const longevity_hours = hours !== null && hours > 0 ? hours : null;
  if (presence === null && longevity_hours === null && worn.length === 0) return {};
  const inOrder = seasons.filter((season) => worn.includes(season));
  return { wearing: { presence, longevity_hours, seasons: inOrder } };
}

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
function notesOf(found: z.output<typeof note>[]): Note[] {
  return found.map(({ share, raw_material: { id, name, family, volatility } }) => ({
    share: share !== null && share >= 0 ? share : null,
    raw_material: {
      id: id ?? name,
      name,
      family: noteFamilies.find((known) => known === family?.trim().toLowerCase()) ?? null,
      volatility: volatility !== null && volatility >= 0 && volatility <= 1 ? volatility : null,
    },
  }));
}
const readable = listOfReadable(note);
export const notes = z.pipe(readable, z.transform(notesOf));

/** Whoever refuses a material must learn that there are notes nobody could read. */
const tier = z.pipe(
  z.optional(z.unknown()),
  z.transform((value: unknown) => {
    const found = readable.parse(value);
    return { notes: notesOf(found), unreadable: Math.max(0, countOf(value) - found.length) };
  }),
);

function countOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && "data" in value ? countOf(value.data) : 1;
}

export const getNotes = endpoint("catalogue", "GET", "/perfume-note/by_product/{productId}", {
  answer: z.object({ top: tier, middle: tier, back: tier }),
  translate: ({ top, middle, back }, params): ProductNotes => {
    const unreadable = top.unreadable + middle.unreadable + back.unreadable;
    return {
      product_id: params["productId"] ?? "",
      top: top.notes,
      middle: middle.notes,
      back: back.notes,
      ...(unreadable > 0 ? { unreadable_notes: unreadable } : {}),
    };
  },
});

export const listCustomTexts = endpoint("catalogue", "GET", "/custom-texts/", {
  answer: listOfReadable(z.object({ type: text, text })),
  translate: (data): { data: { type: string; text: string }[] } => ({ data }),
});
