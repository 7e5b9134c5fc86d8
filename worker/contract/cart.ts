import * as z from "zod/mini";
import { id, line, text, whole } from "./fields.ts";
import { itemTypes, saleTypes } from "./item-kind.ts";
import { maxLineQuantity } from "./money.ts";

export const concentrations = ["RICH", "MODERATE", "LIGHT"] as const;
export const maxCartItems = 100;

/**
 * `label`: product numbers. `price`: of the line, in NT$. `amount`: sets, packs, bottles or kg. The
 * order of these fields is part of the hash by which a checkout finds its order again.
 */
export const cartItem = z.object({
  itemType: z.enum(itemTypes),
  amount: z.int(),
  productIds: z.array(z.string()),
  label: z.string(),
  price: z.int(),
  concentration: z.nullable(z.enum(concentrations)),
  id: z.string(),
  type: z.enum(saleTypes),
  surveyResponseId: z.nullable(z.string()),
  userAnswer: z.nullable(z.string()),
  createdAt: z.string(),
  addonItemIds: z.array(z.string()),
  labelText: z.nullable(z.string()),
  without: z.optional(z.array(z.string())),
});
export type CartItem = z.infer<typeof cartItem>;

export const cart = z.object({
  items: z.array(cartItem),
  totalItems: z.int(),
  totalPrice: z.int(),
  lastUpdated: z.string(),
  version: z.int(),
});
export type Cart = z.infer<typeof cart>;

/** What the server decides of an item: a body may carry it, and it is ignored. */
const decided = ["id", "label", "price", "createdAt"];
const withoutDecided = z.transform((body: unknown) =>
  typeof body === "object" && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !decided.includes(name)))
    : body,
);

const itemFields = z.strictObject({
  productIds: z.array(id).check(z.minLength(1), z.maxLength(5)),
  itemType: z.enum(itemTypes),
  type: z.enum(saleTypes),
  amount: z.optional(whole(1, maxLineQuantity)),
  concentration: z.nullish(z.enum(concentrations)),
  surveyResponseId: z.nullish(id),
  userAnswer: z.nullish(text(500)),
  addonItemIds: z.optional(z.array(id).check(z.maxLength(20))),
  labelText: z.nullish(line(20)),
});

export const cartItemBody = z.pipe(withoutDecided, itemFields);
export type CartItemBody = z.infer<typeof cartItemBody>;

/** The amount alone, or a whole line in place of the old one. */
const someFields = z.partial(itemFields).check(({ value, issues }) => {
  const names = Object.keys(value);
  if (names.length === 1 && names[0] === "amount") return;
  const needed = names.length === 0 ? ["amount"] : ["productIds", "itemType", "type"];
  for (const path of needed.filter((name) => !names.includes(name)))
    issues.push({ code: "custom", input: value, path: [path], message: "required" });
});
export const cartItemChange = z.pipe(withoutDecided, someFields);
export type CartItemChange = z.infer<typeof cartItemChange>;

export const cartRestoring = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(maxCartItems)),
});
