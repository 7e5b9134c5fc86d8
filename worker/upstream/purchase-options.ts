/** Options and prices of finished products. Prices are charged, so none is guessed. */
import * as z from "zod/mini";
import { userTypes } from "#contract/item-kind";
import type { AddonCategory, DependencyRule, PricingTier, ReorderSetting } from "#contract/product";
import { endpoint } from "./endpoint.ts";
import {
  flag,
  list,
  listOfSome,
  listWithoutUnreadable,
  maybe,
  money,
  number,
  otherwise,
  text,
  whole,
} from "./tolerant.ts";

const order = maybe(number);
/** "No extra fee" is null, or nothing at all. What is less than nothing is no price. */
const extra = z.pipe(
  z.nullish(money),
  z.pipe(
    z.transform((price: number | null | undefined) => price ?? 0),
    z.number().check(z.minimum(0)),
  ),
);
const item = z.object({
  id: text,
  name: otherwise(text, ""),
  price: extra,
  image: maybe(text),
  scale: maybe(number),
  focal_point_x: maybe(number),
  focal_point_y: maybe(number),
  category_display_order: order,
});
const category = z.object({
  id: text,
  name: otherwise(text, ""),
  display_order: order,
  // Nobody is charged for an option that cannot be chosen.
  items: listWithoutUnreadable(item),
});
const placeOr = (place: number | null, index: number) =>
  Number.isInteger(place) ? Number(place) : index + 1;

export const listAddons = endpoint("catalogue", "GET", "/product-addons/all/", {
  answer: list(category),
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
  z.nullish(text),
  z.transform((id: string | null | undefined) => id ?? null),
);
export const listDependencyRules = endpoint(
  "catalogue",
  "GET",
  "/product-addons/dependency-rules/all/",
  {
    answer: list(
      z.object({
        trigger_category_id: text,
        trigger_item_id: wideId,
        target_category_id: text,
        target_item_id: wideId,
        is_visible: flag,
      }),
    ),
    translate: (rules): { data: DependencyRule[] } => ({
      data: rules.map(({ is_visible, ...rule }) => ({ ...rule, is_visible: is_visible ? 1 : 0 })),
    }),
  },
);

/** Settings for unknown kinds of buyers are ignored. */
export const listReorderSettings = endpoint("catalogue", "GET", "/reorder-settings/", {
  answer: listOfSome(
    z.object({
      id: text,
      user_type: otherwise(text, ""),
      use_purchase_options_page: otherwise(flag, false),
    }),
  ),
  translate: (settings): { data: ReorderSetting[] } => ({
    data: settings.flatMap(({ user_type, ...rest }) => {
      const known = userTypes.find((type) => type === user_type.trim().toUpperCase());
      return known === undefined ? [] : [{ ...rest, user_type: known }];
    }),
  }),
});

export const listPricingTiers = endpoint("catalogue", "GET", "/product-pricing/{id}", {
  answer: list(z.object({ mini_buy_amount: whole, unit_price: money })),
  translate: (data): { data: PricingTier[] } => ({ data }),
});
