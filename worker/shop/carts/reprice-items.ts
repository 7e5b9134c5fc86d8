import { itemTypes, saleTypes } from "#contract/cart";
import * as z from "zod/mini";
import type { Deps } from "../../context.ts";
import type { CartItemRow, NewPrice } from "../../store/carts.ts";
import { priceItem } from "./price-item.ts";

const itemType = z.enum(itemTypes);
const saleType = z.enum(saleTypes);

/** @throws what `priceItem` throws, for a line that can no longer be bought as it is. */
export function repriceItems(deps: Deps, items: readonly CartItemRow[]): Promise<NewPrice[]> {
  return Promise.all(items.map((item) => repriceItem(deps, item)));
}

export async function repriceItem(deps: Deps, item: CartItemRow): Promise<NewPrice> {
  const priced = await priceItem(deps, {
    ...item,
    itemType: itemType.parse(item.itemType),
    saleType: saleType.parse(item.saleType),
  });
  return { id: item.id, amount: item.amount, unitPrice: priced.unitPrice, label: priced.label };
}
