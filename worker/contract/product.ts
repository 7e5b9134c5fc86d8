import * as z from "zod/mini";
import { noteFamilies, type Tier } from "./families.ts";
import { userTypes } from "./item-kind.ts";

export { everyNoteOf, noteFamilies, tiers, type NoteFamily, type Tier } from "./families.ts";

/** From 0 to 1: `volatility` (1 is a fleeting citrus), and `share`, its part of the formula. */
const rawMaterial = z.object({
  id: z.string(),
  name: z.string(),
  family: z.nullable(z.enum(noteFamilies)),
  volatility: z.nullable(z.number()),
});
export type RawMaterial = z.infer<typeof rawMaterial>;
export const note = z.object({ share: z.nullable(z.number()), raw_material: rawMaterial });
export type Note = z.infer<typeof note>;

export const layers = {
  top: z.array(note),
  middle: z.array(note),
  back: z.array(note),
  unreadable_notes: z.optional(z.int()),
};
export const productNotes = z.object({ product_id: z.string(), ...layers });
export type ProductNotes = z.infer<typeof productNotes>;

export type Layers = Pick<ProductNotes, Tier>;

export const presences = ["light", "moderate", "rich"] as const;
export const seasons = ["spring", "summer", "autumn", "winter"] as const;
/** How a fragrance is worn. No document names any of it, so each part may be missing. */
const wearing = z.object({
  presence: z.nullable(z.enum(presences)),
  longevity_hours: z.nullable(z.number()),
  seasons: z.array(z.enum(seasons)),
});
export type Wearing = z.infer<typeof wearing>;

/** `id` is the key in paths; `product_id` is the number printed on labels. */
export const product = z.object({
  id: z.string(),
  product_id: z.string(),
  product_name: z.string(),
  description: z.nullable(z.string()),
  wearing: z.optional(wearing),
});
export type Product = z.infer<typeof product>;

const addonItem = z.object({
  id: z.string(),
  name: z.string(),
  price: z.int(),
  image: z.nullish(z.string()),
  scale: z.nullish(z.number()),
  focal_point_x: z.nullish(z.number()),
  focal_point_y: z.nullish(z.number()),
  category_display_order: z.int(),
});
const addonCategory = z.object({
  id: z.string(),
  name: z.string(),
  display_order: z.int(),
  items: z.array(addonItem),
});
export const addonCategoryList = z.object({ data: z.array(addonCategory) });
export type AddonCategory = z.infer<typeof addonCategory>;

/** A null id stands for every trigger item, or for the whole target category. */
const dependencyRule = z.object({
  trigger_category_id: z.string(),
  trigger_item_id: z.nullable(z.string()),
  target_category_id: z.string(),
  target_item_id: z.nullable(z.string()),
  is_visible: z.union([z.literal(0), z.literal(1)]),
});
export const dependencyRuleList = z.object({ data: z.array(dependencyRule) });
export type DependencyRule = z.infer<typeof dependencyRule>;

const reorderSetting = z.object({
  id: z.string(),
  user_type: z.enum(userTypes),
  use_purchase_options_page: z.boolean(),
});
export type ReorderSetting = z.infer<typeof reorderSetting>;
export const reorderSettingList = z.object({ data: z.array(reorderSetting) });

export const pricingTier = z.object({ mini_buy_amount: z.int(), unit_price: z.int() });
export type PricingTier = z.infer<typeof pricingTier>;
export const pricingTierList = z.object({ data: z.array(pricingTier) });

const customText = z.object({ type: z.string(), text: z.string() });
export const customTextList = z.object({ data: z.array(customText) });
