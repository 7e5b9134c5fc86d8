import { finishedKinds, itemKinds, type FinishedKind } from "#contract/item-kind";
import {
  addonCategoryList,
  pricingTierList,
  reorderSettingList,
  type ReorderSetting,
} from "#contract/product";
import type { ScentSizes } from "#contract/scent";
import type { Deps } from "../../deps.ts";
import { readPublic } from "../../upstream/public-read.ts";
import {
  listAddons,
  listPricingTiers,
  listReorderSettings,
} from "../../upstream/purchase-options.ts";

const addonsRoute = { path: "/product-addons/all/", endpoint: listAddons } as const;
const settingsRoute = { path: "/reorder-settings/", endpoint: listReorderSettings } as const;
const pricingRoute = { path: "/product-pricing/{id}", endpoint: listPricingTiers } as const;

/** Null when any of it cannot be read: a list of prices with gaps would mislead. */
export async function findSizes(deps: Deps): Promise<ScentSizes | null> {
  try {
    const [bottles, prices] = await Promise.all([readBottles(deps), readPrices(deps)]);
    return { prices, bottles };
  } catch (error) {
    deps.log.warn("a fragrance is shown without prices", { error });
    return null;
  }
}

async function readBottles(deps: Deps): Promise<ScentSizes["bottles"]> {
  const { data } = addonCategoryList.parse(JSON.parse(await readPublic(deps, addonsRoute, {})));
  return data.flatMap(({ items }) =>
    items.flatMap(({ id, name, price }) => {
      const bottle = deps.config.BOTTLE_ITEM_IDS[id];
      return bottle === undefined ? [] : [{ ...bottle, name, extra_twd: price }];
    }),
  );
}

async function readPrices(deps: Deps): Promise<ScentSizes["prices"]> {
  const settings = reorderSettingList.parse(
    JSON.parse(await readPublic(deps, settingsRoute, {})),
  ).data;
  const prices = await Promise.all(finishedKinds.map((kind) => readPrice(deps, settings, kind)));
  return prices.flatMap((price) => (price === null || price.tiers.length === 0 ? [] : price));
}

async function readPrice(
  deps: Deps,
  settings: readonly ReorderSetting[],
  kind: FinishedKind,
): Promise<ScentSizes["prices"][number] | null> {
  const setting = settings.find(({ user_type }) => user_type === itemKinds[kind].userType);
  if (setting === undefined) return null;
  const json = await readPublic(deps, pricingRoute, { params: { id: setting.id } });
  const { data } = pricingTierList.parse(JSON.parse(json));
  return {
    kind,
    has_options_page: setting.use_purchase_options_page,
    tiers: data.toSorted((a, b) => a.mini_buy_amount - b.mini_buy_amount),
  };
}
