/** No document says how the upstream sorts a member's orders, nor has it a call for one of them: its list is read in pages. */
import { orderCheckPageSize as size } from "#contract/limits";
import type { Order } from "#contract/order";
import type { Deps } from "../../deps.ts";
import { listOrders } from "../../upstream/orders.ts";

const mostPages = 5;

/**
 * The first page, then the last, so that the latest orders are among these however they are sorted, then what is between. Where the
 * upstream does not count, the last page is found by going on to it. `deps` calls it as the member.
 */
export async function* orderPages(deps: Deps): AsyncGenerator<{ orders: Order[]; isEnd: boolean }> {
  const page = async (skip: number) =>
    (await listOrders(deps.upstream, { query: { skip, limit: size } })).body;
  const { data, total } = await page(0);
  yield { orders: data, isEnd: data.length < size || (total !== null && total <= size) };
  if (data.length < size) return;
  const further = Array.from({ length: mostPages - 1 }, (_, at) => (at + 1) * size);
  const skips =
    total === null
      ? further
      : [...new Set([Math.max(size, total - size), ...further])].filter((skip) => skip < total);
  for (const skip of skips.slice(0, mostPages - 1)) {
    const { data: orders } = await page(skip);
    yield { orders, isEnd: total !== null || orders.length < size };
    if (total === null && orders.length < size) return;
  }
}
