/** Options and prices of finished products. Prices are charged, so none is guessed. */
import * as z from "zod/mini";
import { noteFamilies, presences, seasons } from "#contract/product";
import type { AddonCategory, DependencyRule, PricingTier, ReorderSetting } from "#contract/product";
import type { Note, Product, ProductNotes, Wearing } from "#contract/product";
import { endpoint } from "./endpoint.ts";
import * as read from "./tolerant.ts";
import { userTypes } from "#contract/item-kind";

/** Missing values fall back: the number to the id, the name to the number. */
export const getProduct = endpoint("catalogue", "GET", "/products/{id}", {
  answer: z.object({
    ...read.each(read.maybe(read.text), "id", "product_id", "product_name", "description"),
    intensity: read.maybe(z.enum(presences)),
    longevity_hours: read.maybe(read.number),
    seasons: read.listOfReadable(z.enum(seasons)),
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

function wearingOf(presence: Wearing["presence"], hours: number | null, worn: Wearing["seasons"]) {
  const longevity_hours = hours !== null && hours > 0 ? hours : null;
  if (presence === null && longevity_hours === null && worn.length === 0) return {};
  const inOrder = seasons.filter((season) => worn.includes(season));
  return { wearing: { presence, longevity_hours, seasons: inOrder } };
}

const material = z.object({
  id: read.maybe(read.text),
  name: read.text,
  family: read.maybe(read.text),
  volatility: read.maybe(read.number),
});
const named = (name: string) => ({
  share: null,
  raw_material: { id: null, name, family: null, volatility: null },
});

/** The documents promise only `raw_material.name`; in another call they only say "notes". */
const note = z.union([
  z.object({ share: read.maybe(read.number), raw_material: material }),
  z.pipe(
    z.object({ name: read.text }),
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
const readable = read.listOfReadable(note);
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
  answer: read.listOfReadable(z.object({ type: read.text, text: read.text })),
  translate: (data): { data: { type: string; text: string }[] } => ({ data }),
});

const order = read.maybe(read.number);
/** "No extra fee" is null, or nothing at all. What is less than nothing is no price. */
const extra = z.pipe(
  z.nullish(read.money),
  z.pipe(
    z.transform((price: number | null | undefined) => price ?? 0),
    z.number().check(z.minimum(0)),
  ),
);
const item = z.object({
  id: read.text,
  name: read.otherwise(read.text, ""),
  price: extra,
  image: read.maybe(read.text),
  ...read.each(read.maybe(read.number), "scale", "focal_point_x", "focal_point_y"),
  category_display_order: order,
});
const category = z.object({
  id: read.text,
  name: read.otherwise(read.text, ""),
  display_order: order,
  // Nobody is charged for an option that cannot be chosen.
  items: read.listWithoutUnreadable(item),
});
const placeOr = (place: number | null, index: number) =>
  Number.isInteger(place) ? Number(place) : index + 1;

export const listAddons = endpoint("catalogue", "GET", "/product-addons/all/", {
  answer: read.list(category),
  translate: (categories): { data: AddonCategory[] } => ({
    data: categories.map(({ display_order, items, ...rest }, index) => ({
      ...rest,
      display_order: placeOr(display_order, index),
      items: items.map(({ category_display_order, ...entry }) => ({
        ...entry,
        category_display_order: placeOr(category_display_order ?? display_order, index),
      })),
    })),
  }),
});

/** A null id widens a rule, so an unreadable id must not become null: the list is refused. */
const wideId = z.pipe(
  z.nullish(read.text),
  z.transform((id: string | null | undefined) => id ?? null),
);
export const listDependencyRules = endpoint(
  "catalogue",
  "GET",
  "/product-addons/dependency-rules/all/",
  {
    answer: read.list(
      z.object({
        ...read.each(read.text, "trigger_category_id", "target_category_id"),
        ...read.each(wideId, "trigger_item_id", "target_item_id"),
        is_visible: read.flag,
      }),
    ),
    translate: (rules): { data: DependencyRule[] } => ({
      data: rules.map(({ is_visible, ...rule }) => ({ ...rule, is_visible: is_visible ? 1 : 0 })),
    }),
  },
);

/** Settings for unknown kinds of buyers are ignored. */
export const listReorderSettings = endpoint("catalogue", "GET", "/reorder-settings/", {
  answer: read.listOfSome(
    z.object({
      id: read.text,
      user_type: read.otherwise(read.word, ""),
      use_purchase_options_page: read.otherwise(read.flag, false),
    }),
  ),
  translate: (settings): { data: ReorderSetting[] } => ({
    data: settings.flatMap(({ user_type, ...rest }) => {
      const known = userTypes.find((type) => type === user_type);
      return known === undefined ? [] : [{ ...rest, user_type: known }];
    }),
  }),
});

export const listPricingTiers = endpoint("catalogue", "GET", "/product-pricing/{id}", {
  answer: read.list(z.object({ mini_buy_amount: read.whole, unit_price: read.money })),
  translate: (data): { data: PricingTier[] } => ({ data }),
});
