/** The page and the Worker price the same wish by themselves: over random shelves, rules and clicks they must agree to the dollar. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cartItemBody, type CartItemBody } from "#contract/cart";
import { finishedKinds, itemKinds, type FinishedKind } from "#contract/item-kind";
import {
  fitQuantity,
  takesLabelText,
  visibleOptions,
  type FinishedProduct,
  type Options,
} from "#contract/pricing";
import type { PricingTier } from "#contract/product";
import { ShopError } from "../../worker/errors/shop-error.ts";
import type { Deps } from "../../worker/deps.ts";
import { priceItem } from "../../worker/shop/carts/price-item.ts";
import { finishedItem } from "../../web/purchase/use-purchase.ts";
import { isBuyable, priceSoFar } from "../../web/purchase/price.ts";
import {
  categoriesWithoutChoice,
  choose,
  takeLabelText,
} from "../../web/pages/purchase-options/selection.ts";
import { sized } from "../support/experiment.ts";
import { ruleOf } from "./options.ts";

interface Shelf extends Options {
  tiers: PricingTier[];
}

const labelCategory = "label";
const categoryNames = ["capacity", "concentration", labelCategory, "packaging"];
const itemNames = (category: string) =>
  category === "concentration"
    ? ["concentration-rich", "concentration-light"]
    : [1, 2, 3].map((at) => `${category}-${at}`);
const everyItem = categoryNames.flatMap(itemNames);

const price = fc.oneof(fc.nat(200), fc.nat(100_000));
const category = (id: string) =>
  fc
    .array(fc.tuple(price, fc.boolean()), {
      minLength: itemNames(id).length,
      maxLength: itemNames(id).length,
    })
    .map((drawn) => ({
      id,
      name: id,
      display_order: 1,
      items: itemNames(id).map((item, at) => ({
        id: item,
        name: item,
        price: drawn[at]?.[0] ?? 0,
        image: drawn[at]?.[1] ? "data:image/svg+xml,x" : null,
        category_display_order: 1,
      })),
    }));
const end = fc.constantFrom(
  ...categoryNames.flatMap((id) => [id, ...itemNames(id).map((item) => `${id}/${item}`)]),
);
const rule = fc
  .tuple(end, fc.constantFrom("shows", "hides"), end)
  .map((words) => ruleOf(words.join(" ")));
const tier = fc.record({
  mini_buy_amount: fc.integer({ min: 1, max: 1_500 }),
  unit_price: fc.nat(20_000),
});
const shelf: fc.Arbitrary<Shelf> = fc.record({
  categories: fc.tuple(...categoryNames.map(category)),
  rules: fc.array(rule, { maxLength: 6 }),
  tiers: fc.array(tier, { maxLength: 5 }),
});
const visit = fc.record({
  kind: fc.constantFrom(...finishedKinds),
  clicks: fc.array(fc.constantFrom(...everyItem), { maxLength: 12 }),
  isThorough: fc.oneof(
    { weight: 5, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  typed: fc.oneof(
    fc.integer({ min: -10, max: 2_000 }),
    fc.constantFrom(0, 99, 100, 150, 1e9, Number.NaN),
  ),
  words: fc.oneof(
    fc.constant(""),
    fc.string({ unit: "grapheme", maxLength: 24 }),
    fc.constant("香跡 Sillage"),
  ),
});

type Visit = typeof visit extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** What the Worker would charge, or the field it refuses. */
async function charge(
  { categories, rules, tiers }: Shelf,
  kind: FinishedKind,
  body: CartItemBody,
): Promise<number | string> {
  const { userType: user_type } = itemKinds[kind];
  const setting = { id: "setting", user_type, use_purchase_options_page: true };
  const answers: Record<string, unknown> = {
    "/products/{id}": { id: "x", product_id: "SL-001", product_name: "", description: "" },
    "/reorder-settings/": { data: [setting] },
    "/product-pricing/{id}": { data: tiers },
    "/product-addons/all/": { data: categories },
    "/product-addons/dependency-rules/all/": { data: rules },
  };
  // An upstream that knows this shelf; pricing takes nothing else of the request but its log.
  const deps = {
    locale: "en",
    log: { error: () => undefined },
    upstream: {
      call: async ({ path }: { path: string }) => ({
        body: answers[path],
        status: 200,
        cookies: {},
      }),
    },
    config: { LABEL_CATEGORY_ID: labelCategory, CONCENTRATION_ITEM_IDS: {} },
    payments: { ecpay: { payableTwd: { min: 5, max: mostTwd } } },
  } as unknown as Deps;
  const { type: saleType, amount = 1, addonItemIds = [], labelText = null } = body;
  const wish = { ...body, saleType, amount, addonItemIds, labelText };
  try {
    return (await priceItem(deps, wish)).unitPrice * amount;
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return Object.keys(error.facts.fields ?? {})[0] ?? error.code;
  }
}

const mostTwd = 199_999_999;
const shownIds = (onShelf: Shelf, chosen: readonly string[]) =>
  visibleOptions(onShelf, chosen).flatMap(({ items }) => items.map(({ id }) => id));

/** A shopper on the options page: clicks what is shown, types a number, writes on the label where it may be written on. */
function shop(onShelf: Shelf, { kind, clicks, isThorough, typed, words }: Visit) {
  let itemIds: string[] = [];
  for (const click of clicks) {
    if (shownIds(onShelf, itemIds).includes(click))
      itemIds = choose(onShelf, itemIds, click).itemIds;
  }
  // Most people go on to choose what is still missing; contradictory rules would keep them at it for ever.
  for (let left = isThorough ? 8 : 0; left > 0; left -= 1) {
    const open = categoriesWithoutChoice(onShelf, itemIds)[0]?.items.at(-1);
    if (open !== undefined) itemIds = choose(onShelf, itemIds, open.id).itemIds;
  }
  const quantity = fitQuantity(kind, "page", typed);
  const labelText = takesLabelText(onShelf.categories, labelCategory, itemIds)
    ? takeLabelText("", words)
    : "";
  const wish: FinishedProduct = { ...onShelf, kind, quantity, addonItemIds: itemIds, mostTwd };
  const body = cartItemBody.safeParse(finishedItem({ ...wish, productId: "rain", labelText }));
  return { wish, body, missing: categoriesWithoutChoice(onShelf, itemIds).length };
}

test("over random purchases the page shows what the Worker charges, and what it does not sell cannot be bought", async () => {
  const numRuns = sized(2_000, 22_000);
  let bought = 0;
  await fc.assert(
    fc.asyncProperty(shelf, visit, async (onShelf, visitor) => {
      const { wish, body, missing } = shop(onShelf, visitor);
      // Control characters and the like are refused at the door, before any price.
      if (!body.success || wish.addonItemIds.length === 0) return;
      const charged = await charge(onShelf, visitor.kind, body.data);
      if (missing === 0 && isBuyable(wish)) {
        bought += 1;
        expect(priceSoFar(wish)).toMatchObject({ totalTwd: charged });
      } else expect(charged).toBeTypeOf("string");
    }),
    { numRuns },
  );
  expect(bought).toBeGreaterThan(numRuns / 3);
});
