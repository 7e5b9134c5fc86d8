import { allergensOf } from "#contract/note-allergens";
import type { ProductNotes } from "#contract/product";
import type { Scent } from "#contract/scent";
import type { Deps } from "../../deps.ts";
import { isUnknownUpstream, ShopError } from "../../errors/shop-error.ts";
import { readNotes, readProduct } from "../recommendations/read-product.ts";
import { findSizes } from "./read-sizes.ts";

/** @throws ShopError `not_found` for a fragrance that the upstream does not know. */
export async function readScent(deps: Deps, id: string): Promise<Scent> {
  const [product, notes, sizes] = await Promise.all([
    orAbsent(readProduct(deps, id)),
    orAbsent(readNotes(deps, id)),
    findSizes(deps),
  ]);
  if (product === null) throw new ShopError("not_found");
  // A fragrance whose notes nobody has written down has none.
  const known: ProductNotes = notes ?? { product_id: id, top: [], middle: [], back: [] };
  return { product, notes: known, allergens: allergensOf(known, deps.locale), sizes };
}

async function orAbsent<Found>(reading: Promise<Found>): Promise<Found | null> {
  try {
    return await reading;
  } catch (error) {
    if (isUnknownUpstream(error)) return null;
    throw error;
  }
}
