import useSWR from "swr";
import { itemKinds, repurchasedKind } from "#contract/item-kind";
import type { Locale } from "#contract/locales";
import { canReorder, type Order } from "#contract/order";
import type { Scent } from "#contract/scent";
import { loadMember } from "../../api/member.ts";
import { latestOrders, loadOrderRecommendations } from "../../api/orders.ts";
import { useI18n } from "../../i18n/translate.ts";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";

/** Earlier orders whose scents nobody remembers are asked about one by one. */
const mostAsked = 3;

/**
 * Where a member orders this scent as finished perfume; null for everybody who may not: a business
 * may, and whoever has had it delivered in a sample set.
 */
export function useOrderWay(id: string, scent: Scent): string | null {
  const { locale } = useI18n();
  const isMember = useAuth((state) => state.isAuthenticated);
  const { data } = useSWR(
    isMember ? ["order-way", locale, id] : null,
    () => findOrderWay(locale, id, scent),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return data ?? null;
}

async function findOrderWay(
  locale: Locale,
  id: string,
  { product, sizes }: Scent,
): Promise<string | null> {
  const member = await loadMember();
  const sampled = member.is_business ? null : await findSampled(id);
  if (!member.is_business && sampled === null) return null;
  const kind = repurchasedKind(member, sampled ?? { order_items: [] });
  if (sizes?.prices.find((price) => price.kind === kind)?.has_options_page === true)
    return paths.purchaseOptions({
      locale,
      productId: id,
      productNumber: product.product_id,
      userType: itemKinds[kind].buyer,
    });
  // The window that takes the place of the options page belongs to the order.
  return sampled === null ? null : paths.orders({ locale });
}

async function findSampled(id: string): Promise<Order | null> {
  const delivered = (await latestOrders()).filter(canReorder);
  const named = delivered.find(({ order_items }) =>
    order_items.some(({ product_ids }) => product_ids.includes(id)),
  );
  if (named !== undefined) return named;
  const unnamed = delivered
    .filter(({ order_items }) => order_items.every(({ product_ids }) => product_ids.length === 0))
    .slice(0, mostAsked);
  const recommended = await Promise.all(unnamed.map((order) => loadOrderRecommendations(order.id)));
  const at = recommended.findIndex(({ products }) => products.some((product) => product.id === id));
  return unnamed[at] ?? null;
}
