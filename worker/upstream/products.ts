/** Options and prices of finished products. Prices are charged, so none is guessed. */
import * as z from "zod/mini";
import { noteFamilies, presences, seasons } from "#contract/product";
import type { AddonCategory, DependencyRule, PricingTier, ReorderSetting } from "#contract/product";
import type { Product, ProductNotes, RawMaterial, Wearing } from "#contract/product";
import { endpoint } from "./endpoint.ts";
import * as read from "./tolerant.ts";
import { userTypes } from "#contract/item-kind";

export const getProduct = endpoint("catalogue", "GET", "/products/{id}", {
  answer: z.object({
    ...read.each(read.maybe(read.text), "id", "product_id", "product_name", "description"),
    intensity: read.maybe(z.enum(presences)),
    longevity_hours: read.maybe(read.between(0, Infinity)),
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
  const longevity_hours = hours || null;
  if (presence === null && longevity_hours === null && worn.length === 0) return {};
  const inOrder = seasons.filter((season) => worn.includes(season));
  return { wearing: { presence, longevity_hours, seasons: inOrder } };
}

const lowerCase = z.pipe(read.text, z.string().check(z.trim(), z.toLowerCase()));
const material = z.pipe(
  z.object({
    id: read.maybe(read.text),
    name: read.text,
    family: read.maybe(z.pipe(lowerCase, z.enum(noteFamilies))),
    volatility: read.maybe(read.between(0, 1)),
  }),
  z.transform(({ id, ...rest }): RawMaterial => ({ id: id ?? rest.name, ...rest })),
);

/** The documents promise only `raw_material.name`; in another call they only say "notes". */
const note = z.pipe(
  z.transform((raw: unknown) => {
    if (typeof raw === "string") return { raw_material: { name: raw } };
    return Object.hasOwn(Object(raw), "raw_material") ? raw : { raw_material: raw };
  }),
  z.object({ share: read.maybe(read.between(0, Infinity)), raw_material: material }),
);
export const notes = read.listOfReadable(note);

/** Whoever refuses a material must learn that there are notes nobody could read. */
const tier = read.reading((value) => {
  const entries = read.unwrapped(value ?? []);
  const found = notes.parse(entries);
  const count = Array.isArray(entries) ? entries.length : 1;
  return { notes: found, unreadable: Math.max(0, count - found.length) };
});

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

const order = read.maybe(read.whole);
/** "No extra fee" is null, or nothing at all. What is less than nothing is no price. */
const extra = z.pipe(
  read.reading((fee) => fee ?? 0),
  z.pipe(read.money, z.number().check(z.minimum(0))),
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
export const listAddons = endpoint("catalogue", "GET", "/product-addons/all/", {
  answer: read.list(category),
  translate: (categories): { data: AddonCategory[] } => ({
    data: categories.map(({ display_order, items, ...rest }, index) => ({
      ...rest,
      display_order: display_order ?? index + 1,
      items: items.map(({ category_display_order, ...entry }) => ({
        ...entry,
        category_display_order: category_display_order ?? display_order ?? index + 1,
      })),
    })),
  }),
});

/** A null id widens a rule, so an unreadable id must not become null: the list is refused. */
const wideId = z._default(z.nullable(read.text), null);
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

export const listReorderSettings = endpoint("catalogue", "GET", "/reorder-settings/", {
  answer: read.listOfSome(
    z.object({
      id: read.text,
      user_type: read.maybe(read.oneOf(userTypes)),
      use_purchase_options_page: read.otherwise(read.flag, false),
    }),
  ),
  translate: (settings): { data: ReorderSetting[] } => ({
    data: settings.filter((one): one is ReorderSetting => one.user_type !== null),
  }),
});

export const listPricingTiers = endpoint("catalogue", "GET", "/product-pricing/{id}", {
  answer: read.list(z.object({ mini_buy_amount: read.whole, unit_price: read.money })),
  translate: (data): { data: PricingTier[] } => ({ data }),
});
