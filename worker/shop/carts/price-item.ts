/** The only source of prices: read from the upstream now, never from a cache. */
import { productsPerSet } from "#contract/limits";
import { setPriceTwd, isPayableSum } from "#contract/money";
import { concentrationOf } from "#contract/bottles";
import * as pricing from "#contract/pricing";
import * as kinds from "#contract/item-kind";
import type { FieldErrorCode } from "#contract/errors";
import { withUpstream, type Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { orAbsent } from "../scents/scents.ts";
import { usualProvider, type PaymentProvider } from "#contract/payment";
import * as products from "../../upstream/products.ts";
import { getMe } from "../../upstream/members.ts";
import type { CartItemRow, NewPrice } from "../../store/carts.ts";
import type { EndpointSpec, UpstreamAnswer, UpstreamRequest } from "../../upstream/endpoint.ts";

type Chosen = "productIds" | "itemType" | "saleType" | "amount" | "addonItemIds" | "labelText";
export interface Priceable extends Pick<CartItemRow, Chosen> {
  /** What the page claims; it must match the chosen options. */
  concentration?: string | null | undefined;
}

export async function priceItem(deps: Deps, wish: Priceable) {
  const kind = kinds.kindOfCartItem({ type: wish.saleType, itemType: wish.itemType });
  return kinds.isFinished(kind) ? priceFinished(deps, kind, wish) : priceSampleSet(deps, wish);
}

async function priceSampleSet(deps: Deps, wish: Priceable) {
  if (!kinds.isSampleItemType(wish.itemType)) throw refused("itemType", "invalid_choice");
  // More than one of a set would bypass the limit at checkout.
  if (wish.amount !== 1) throw refused("amount", "out_of_range");
  if (wish.addonItemIds.length > 0) throw refused("addonItemIds", "invalid");
  if (wish.labelText) throw refused("labelText", "invalid");
  const productIds = [...new Set(wish.productIds)].slice(0, productsPerSet[wish.itemType]);
  return {
    productIds,
    label: await labelOf(deps, productIds),
    unitPrice: setPriceTwd,
    concentration: wish.concentration ?? null,
  };
}

async function priceFinished(deps: Deps, kind: kinds.FinishedKind, wish: Priceable) {
  const [productId, ...others] = wish.productIds;
  if (productId === undefined || others.length > 0) throw refused("productIds", "invalid");
  const [label, sale] = await Promise.all([labelOf(deps, [productId]), saleOf(deps, kind, wish)]);
  const { tiers, options } = sale;
  if (wish.addonItemIds.length === 0 && pricing.visibleOptions(options, []).length > 0)
    throw new ShopError("options_required", { fields: { addonItemIds: "required" } });
  if (wish.labelText) {
    const { LABEL_CATEGORY_ID } = deps.config;
    if (!pricing.isLabelTextAllowed(wish.labelText)) throw refused("labelText", "too_long");
    if (!pricing.takesLabelText(options.categories, LABEL_CATEGORY_ID, wish.addonItemIds))
      throw refused("labelText", "invalid");
  }
  const concentration = concentrationOf(deps.config.CONCENTRATION_ITEM_IDS, wish.addonItemIds);
  if (concentration !== null && wish.concentration && wish.concentration !== concentration)
    throw refused("concentration", "invalid_choice");
  const { payableTwd } = deps.payments[usualProvider];
  const price = pricing.priceFinishedProduct({
    kind,
    quantity: wish.amount,
    tiers,
    addonItemIds: wish.addonItemIds,
    mostTwd: payableTwd.max,
    ...options,
  });
  if (price === "quantity") throw refused("amount", "out_of_range");
  if (price === "too_much") throw new ShopError("amount_not_payable", { detail: payableTwd });
  if (price === "options") throw refused("addonItemIds", "invalid");
  if (price === "no_price") {
    deps.log.error("a finished product has no price", { reason: kind });
    throw new ShopError("upstream_garbled");
  }
  return {
    productIds: [productId],
    label,
    unitPrice: price.unitPriceTwd,
    // As the options say, else as the page claims.
    concentration: concentration ?? wish.concentration ?? null,
  };
}

/** The products' numbers. The specification lets one that the upstream lacks go by its id. */
async function labelOf({ upstream }: Deps, productIds: readonly string[]): Promise<string> {
  const numbers = productIds.map(async (id) => {
    const product = await orAbsent(products.getProduct(upstream, { params: { id } }));
    return product?.body.product_id ?? id;
  });
  return (await Promise.all(numbers)).join(", ");
}

/** Without any options where the buyer's setting does not name their page and none are chosen. */
async function saleOf({ upstream }: Deps, kind: kinds.FinishedKind, wish: Priceable) {
  const { body: settings } = await products.listReorderSettings(upstream, {});
  const { userType } = kinds.itemKinds[kind];
  const setting = settings.data.find((entry) => entry.user_type === userType);
  const hasOptions = setting?.use_purchase_options_page || wish.addonItemIds.length > 0;
  const [tiers, categories, rules] = await Promise.all([
    setting && products.listPricingTiers(upstream, { params: { id: setting.id } }),
    hasOptions ? products.listAddons(upstream, {}) : undefined,
    hasOptions ? products.listDependencyRules(upstream, {}) : undefined,
  ]);
  const options = { categories: categories?.body.data ?? [], rules: rules?.body.data ?? [] };
  return { tiers: tiers?.body.data ?? [], options };
}

function refused(field: string, code: FieldErrorCode): ShopError {
  return new ShopError("validation_failed", { fields: { [field]: code } });
}

/** @throws ShopError `business_only`. Guests' lines are asked about at checkout. */
export async function refuseKilograms(deps: Deps, lines: readonly { itemType: string }[]) {
  if (!lines.some(({ itemType }) => kinds.isForBusinesses(itemType))) return;
  const { body: member } = await getMe(deps.upstream, {});
  if (member.is_business === false) throw new ShopError("business_only");
}

export function refuseUnpayable(deps: Deps, provider: PaymentProvider, total: number): void {
  const { payableTwd, isOffered } = deps.payments[provider];
  if (!isOffered) throw refused("pay_type", "invalid_choice");
  if (!isPayableSum(total, payableTwd))
    throw new ShopError("amount_not_payable", { detail: { total, ...payableTwd } });
}

export function repriceItems(deps: Deps, items: readonly CartItemRow[]): Promise<NewPrice[]> {
  const asking = askingOnce(deps);
  return Promise.all(items.map((item) => repriceItem(asking, item)));
}

export async function repriceItem(deps: Deps, item: CartItemRow): Promise<NewPrice> {
  const { unitPrice, label } = await priceItem(deps, item);
  return { id: item.id, amount: item.amount, unitPrice, label };
}

/** An unpriceable line keeps its price until checkout: an outage costs no line or sign-in. */
export async function presentPrices(deps: Deps, items: readonly CartItemRow[]) {
  const asking = askingOnce(deps);
  const answers = await Promise.allSettled(items.map((item) => repriceItem(asking, item)));
  const failed = answers.find((answer) => answer.status === "rejected");
  if (failed) deps.log.warn("lines were not priced whole", { error: failed.reason });
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
}

/** Lines share products, tiers and options: within one run each is read from the upstream once. */
function askingOnce(deps: Deps): Deps {
  const asked = new Map<string, Promise<UpstreamAnswer<unknown>>>();
  return withUpstream(deps, {
    call<Result>(endpoint: EndpointSpec<Result>, request: UpstreamRequest) {
      const key = JSON.stringify([endpoint.path, request.params, request.query]);
      const answer = asked.get(key) ?? deps.upstream.call(endpoint, request);
      asked.set(key, answer);
      // Each path has one endpoint, so the answer has its type.
      return answer as Promise<UpstreamAnswer<Result>>;
    },
  });
}
