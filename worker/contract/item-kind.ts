/** Lines of carts, orders, purchase settings and addresses, which the specification spells apart. */
export const itemTypes = ["JAR", "SAMPLE_PAPER", "LARGE_JAR_KG"] as const;
export const saleTypes = ["SAMPLE", "FINISHED_PRODUCT"] as const;
export type SaleType = (typeof saleTypes)[number];
export type ItemType = (typeof itemTypes)[number];
export const userTypes = ["ENTERPRISE", "PERSONAL_JAR", "PERSONAL_PAPER"] as const;

interface ItemFacts {
  type: SaleType;
  itemType: ItemType;
  /** As orders spell it; the first is the one the shop writes. */
  orderUnits: readonly [string, ...string[]];
}

interface FinishedFacts extends ItemFacts {
  userType: (typeof userTypes)[number];
  buyer: string;
}

const samples = {
  sample_jar: { type: "SAMPLE", itemType: "JAR", orderUnits: ["JAR"] },
  sample_paper: { type: "SAMPLE", itemType: "SAMPLE_PAPER", orderUnits: ["SAMPLE_PAPER"] },
} as const satisfies Record<string, ItemFacts>;

const finished = {
  finished_bottle: {
    type: "FINISHED_PRODUCT",
    itemType: "JAR",
    orderUnits: ["BOTTLE", "FINISHED_PRODUCT_BOTTLE"],
    userType: "PERSONAL_JAR",
    buyer: "personal-jar",
  },
  finished_paper: {
    type: "FINISHED_PRODUCT",
    itemType: "SAMPLE_PAPER",
    orderUnits: ["SAMPLE_PAPER"],
    userType: "PERSONAL_PAPER",
    buyer: "personal-paper",
  },
  finished_kg: {
    type: "FINISHED_PRODUCT",
    itemType: "LARGE_JAR_KG",
    orderUnits: ["LARGE_JAR_KG", "FINISHED_PRODUCT_KG"],
    userType: "ENTERPRISE",
    buyer: "enterprise",
  },
} as const satisfies Record<string, FinishedFacts>;

/** A line of an order may hold any words: then it is neither. */
const says = (known: SaleType | ItemType) => (word: string) => word === known;
export const isSampleType = says("SAMPLE");
export const isProductType = says("FINISHED_PRODUCT");
export const isForBusinesses = says("LARGE_JAR_KG");

export const itemKinds = { ...samples, ...finished };
export type FinishedKind = keyof typeof finished;
export type ItemKind = keyof typeof itemKinds;
export type BuyerInAddress = (typeof finished)[FinishedKind]["buyer"];

// `Object.keys` of a constant names its keys.
const kinds = Object.keys(itemKinds) as ItemKind[];
export const finishedKinds = Object.keys(finished) as FinishedKind[];
export const sampleItemTypes = Object.values(samples).map(({ itemType }) => itemType);
export type SampleItemType = (typeof sampleItemTypes)[number];
export const isSampleItemType = (type: ItemType): type is SampleItemType =>
  sampleItemTypes.some((known) => known === type);

export function kindOfCartItem(item: { type: string; itemType: string }): ItemKind {
  const kind = kinds.find(
    (name) => itemKinds[name].type === item.type && itemKinds[name].itemType === item.itemType,
  );
  // A sample by the kilogram is never sold.
  return kind ?? "sample_jar";
}

export const isFinished = (kind: OrderItemKind): kind is FinishedKind => kind in finished;

/** An unknown or missing buyer counts as a person who buys bottles. */
export function kindOfBuyer(buyer: string | null): FinishedKind {
  return finishedKinds.find((name) => finished[name].buyer === buyer) ?? "finished_bottle";
}

/** Businesses buy by the kilogram; others buy what the first item of the order was a sample of. */
export function repurchasedKind(
  member: { is_business: boolean | null },
  order: { order_items: readonly { product_unit: string }[] },
): FinishedKind {
  if (member.is_business) return "finished_kg";
  return order.order_items[0]?.product_unit.trim().toUpperCase() === "SAMPLE_PAPER"
    ? "finished_paper"
    : "finished_bottle";
}

/** Orders may contain finished jars, which this shop does not sell. */
export type OrderItemKind = ItemKind | "finished_jar";
export const isSample = (kind: OrderItemKind): kind is keyof typeof samples => kind in samples;

export function kindOfOrderItem(item: {
  type: string;
  product_unit: string;
}): OrderItemKind | null {
  const unit = item.product_unit.trim().toUpperCase();
  if (item.type === "FINISHED_PRODUCT" && unit === "JAR") return "finished_jar";
  const isIt = ({ type, orderUnits }: ItemFacts) => type === item.type && orderUnits.includes(unit);
  return kinds.find((name) => isIt(itemKinds[name])) ?? null;
}
