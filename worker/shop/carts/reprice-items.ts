import { itemTypes, saleTypes } from "#contract/item-kind";
import * as z from "zod/mini";
import { withUpstream, type Deps } from "../../deps.ts";
import type { CartItemRow, NewPrice } from "../../store/carts.ts";
import type { EndpointSpec, UpstreamAnswer, UpstreamRequest } from "../../upstream/endpoint.ts";
import { priceItem } from "./price-item.ts";

const itemType = z.enum(itemTypes);
const saleType = z.enum(saleTypes);

export function repriceItems(deps: Deps, items: readonly CartItemRow[]): Promise<NewPrice[]> {
  const asking = askingOnce(deps);
  return Promise.all(items.map((item) => repriceItem(asking, item)));
}

export async function repriceItem(deps: Deps, item: CartItemRow): Promise<NewPrice> {
  const priced = await priceItem(deps, {
    ...item,
    itemType: itemType.parse(item.itemType),
    saleType: saleType.parse(item.saleType),
  });
  return { id: item.id, amount: item.amount, unitPrice: priced.unitPrice, label: priced.label };
}

/** An unpriceable line keeps its price until checkout: an outage costs no line or sign-in. */
export async function presentPrices(
  deps: Deps,
  items: readonly CartItemRow[],
): Promise<NewPrice[]> {
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
