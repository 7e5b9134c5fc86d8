import { labelOf } from "#contract/dictionary";
import { allergens, mayHold } from "#contract/library";
import type { Locale } from "#contract/locales";
import type { Layers, ProductNotes, RawMaterial } from "#contract/product";
import { partsOf } from "#contract/refusals";
import { materialsIn, type NoteAllergens, type Scent, type ScentSizes } from "#contract/scent";
import type { Deps } from "../../deps.ts";
import { isUnknownUpstream, ShopError } from "../../errors/shop-error.ts";
import * as products from "../../upstream/products.ts";
import { finishedKinds, itemKinds } from "#contract/item-kind";
import { readPublicBody } from "../../upstream/public-read.ts";

/** Null when any of it cannot be read: a list of prices with gaps would mislead. */
async function findSizes(deps: Deps): Promise<ScentSizes | null> {
  try {
    const [bottles, prices] = await Promise.all([readBottles(deps), readPrices(deps)]);
    return { prices, bottles };
  } catch (error) {
    deps.log.warn("a fragrance is shown without prices", { error });
    return null;
  }
}

async function readBottles(deps: Deps): Promise<ScentSizes["bottles"]> {
  const { data } = await readPublicBody(deps, products.listAddons);
  return data.flatMap(({ items }) =>
    items.flatMap(({ id, name, price }) => {
      const bottle = deps.config.BOTTLE_ITEM_IDS[id];
      return bottle === undefined ? [] : [{ ...bottle, name, extra_twd: price }];
    }),
  );
}

async function readPrices(deps: Deps): Promise<ScentSizes["prices"]> {
  const { data: settings } = await readPublicBody(deps, products.listReorderSettings);
  const prices = finishedKinds.map(async (kind) => {
    const setting = settings.find(({ user_type }) => user_type === itemKinds[kind].userType);
    if (setting === undefined) return [];
    const { id, use_purchase_options_page: has_options_page } = setting;
    const { data } = await readPublicBody(deps, products.listPricingTiers, { params: { id } });
    const tiers = data.toSorted((a, b) => a.mini_buy_amount - b.mini_buy_amount);
    return tiers.length === 0 ? [] : [{ kind, has_options_page, tiers }];
  });
  return (await Promise.all(prices)).flat();
}

export async function readScent(deps: Deps, id: string): Promise<Scent> {
  const [product, notes, sizes] = await Promise.all([
    orAbsent(readPublicBody(deps, products.getProduct, { params: { id } })),
    orAbsent(readPublicBody(deps, products.getNotes, { params: { productId: id } })),
    findSizes(deps),
  ]);
  if (product === null) throw new ShopError("not_found");
  // A fragrance whose notes nobody has written down has none.
  const known: ProductNotes = notes ?? { product_id: id, top: [], middle: [], back: [] };
  return { product, notes: known, allergens: allergensOf(known, deps.locale), sizes };
}

/** Null for what the upstream does not know. */
export async function orAbsent<Found>(reading: Promise<Found>): Promise<Found | null> {
  try {
    return await reading;
  } catch (error) {
    if (isUnknownUpstream(error)) return null;
    throw error;
  }
}

export function allergensOf(layers: Layers, locale: Locale): NoteAllergens {
  const materials = materialsIn([layers]);
  const found = allergens.filter((allergen) =>
    materials.some((material) => mayHold(material, allergen) === "refused"),
  );
  const isUnknown = (material: RawMaterial) =>
    allergens.every((allergen) => mayHold(material, allergen) === "unknown");
  return {
    found: found.map(({ refusal, inci }) => {
      const name = labelOf(refusal, locale);
      return { id: partsOf(refusal).name, name, inci: inci ?? name };
    }),
    unknown: [...new Set(materials.filter(isUnknown).map(({ name }) => name))],
  };
}
