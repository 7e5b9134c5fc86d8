/**
 * One fragrance, and the list of all, which no call of the upstream gives: each of SCENT_IDS is read
 * once a day, one language a minute. What cannot be read stays as it was.
 */
import { labelOf } from "#contract/dictionary";
import { finishedKinds, itemKinds } from "#contract/item-kind";
import { allergens, mayHold } from "#contract/library";
import { locales, type Locale } from "#contract/locales";
import type { Layers, Product, ProductNotes, RawMaterial } from "#contract/product";
import { partsOf } from "#contract/refusals";
import { materialsIn, scentList, type ListedScent } from "#contract/scent";
import type { NoteAllergens, Scent, ScentSizes } from "#contract/scent";
import { orWarn, type Deps } from "../../deps.ts";
import { isUnknownUpstream, ShopError } from "../../errors/shop-error.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { parsePublished } from "../../store/content.ts";
import { scentsKey, scentsPrefix } from "../../store/keys.ts";
import * as products from "../../upstream/products.ts";
import { readPublicBody } from "../../upstream/public-read.ts";

/** Null when any of it cannot be read: a list of prices with gaps would mislead. */
async function findSizes(deps: Deps): Promise<ScentSizes | null> {
  const reading = Promise.all([readBottles(deps), readPrices(deps)]);
  const found = await orWarn(deps, "a fragrance is shown without prices", reading);
  return found && { bottles: found[0], prices: found[1] };
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

const freshMs = 86_400_000;
const againMs = 3_600_000;
/** The runtime opens six connections at once. */
const mostAtOnce = 6;
/** Alarms are raised behind this, and wait no longer for a slow upstream. */
const mostMs = 20_000;

/** Metadata of each list: a minute in which none is due reads no list. */
interface Stamp {
  /** Epoch milliseconds: when it is read anew. */
  dueAt: number;
  /** A hash, since metadata may be of 1 kB and the variable with the ids is of 5. */
  ids: string;
}

export async function listScents(deps: Deps): Promise<void> {
  const { CONTENT } = deps.bindings;
  const { SCENT_IDS } = deps.config;
  if (SCENT_IDS.length === 0) return;
  const ids = await sha256Hex(SCENT_IDS.join(" "));
  const { keys } = await CONTENT.list<Stamp>({ prefix: scentsPrefix });
  const locale = locales.find((one) => {
    const stamp = keys.find(({ name }) => name === scentsKey(one))?.metadata;
    return stamp === undefined || stamp.dueAt <= deps.now() || stamp.ids !== ids;
  });
  if (locale === undefined) return;
  const key = scentsKey(locale);
  const before = parsePublished(deps, key, await CONTENT.get(key), scentList)?.data ?? [];
  const { data, dueAt } = await readAll(deps, locale, before);
  await CONTENT.put(key, JSON.stringify({ data }), { metadata: { dueAt, ids } satisfies Stamp });
}

async function readAll(deps: Deps, locale: Locale, before: readonly ListedScent[]) {
  const ids = deps.config.SCENT_IDS;
  const known = new Map(before.map((scent) => [scent.id, scent]));
  const endsAt = deps.now() + mostMs;
  let isWhole = true;
  // Those that nobody has read yet come first: the time may not suffice for all.
  const next = ids.toSorted((a, b) => Number(known.has(a)) - Number(known.has(b))).values();
  const reader = async () => {
    for (const id of next) {
      const reading = deps.now() < endsAt ? readOne(deps, locale, id) : Promise.resolve(null);
      const read = await orWarn(deps, "a fragrance could not be read", reading);
      if (read === null) isWhole = false;
      else if (read.scent === null) known.delete(id);
      else known.set(id, read.scent);
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, reader));
  const data = ids.flatMap((id) => known.get(id) ?? []);
  return { data, dueAt: deps.now() + (isWhole ? freshMs : againMs) };
}

/** Past the edge's cache, whose answers may be a day old as well. Null is a scent that is unknown. */
async function readOne({ upstream }: Deps, locale: Locale, id: string) {
  const asked = { locale, bearer: null };
  const [product, notes] = await Promise.all([
    orAbsent(products.getProduct(upstream, { ...asked, params: { id } })),
    orAbsent(products.getNotes(upstream, { ...asked, params: { productId: id } })),
  ]);
  const known = notes?.body ?? { product_id: id, top: [], middle: [], back: [] };
  return { scent: product && listed(product.body, known) };
}

const longestLine = 80;

export function listed(product: Product, notes: ProductNotes): ListedScent {
  const { id, product_name: name, description, wearing } = product;
  const story = description?.trim() ?? "";
  const [sentence = ""] = /^.+?(?:[。！？]|[.!?](?=\s)|$)/su.exec(story) ?? [];
  const line = story.length <= longestLine ? story : sentence;
  const { product_id: _, ...held } = notes;
  return { id, name, line: line || null, seasons: wearing?.seasons ?? [], ...held };
}
