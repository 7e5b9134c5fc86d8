/** No document says how the upstream sorts a member's orders, nor has it a call for one of them: its list is read in pages. */
import { orderCheckPageSize as size } from "#contract/limits";
import type { Order } from "#contract/order";
import type { Deps } from "../../deps.ts";
import { listOrders } from "../../upstream/orders.ts";

/** How far an order is searched for, beside the last page. */
const furtherPages = [1, 2, 3, 4].map((page) => page * size);
const mostCalls = 20;

/**
 * The first page and the last, so that the latest orders are among these however they are sorted; then `isEnd`, and the next
 * pages. `deps` calls the upstream as the member.
 */
export async function* orderPages(deps: Deps): AsyncGenerator<{ orders: Order[]; isEnd: boolean }> {
  const read = new Set<number>();
  const page = async (skip: number) => {
    read.add(skip);
    return (await listOrders(deps.upstream, { query: { skip, limit: size } })).body;
  };
  const { data: first, total } = await page(0);
  const isWhole = first.length < size || (total !== null && total <= size);
  yield { orders: first, isEnd: isWhole };
  if (first.length < size) return;
  let last = 0;
  if (total !== null) {
    last = Math.max(size, total - size);
    if (!isWhole) yield { orders: (await page(last)).data, isEnd: true };
  } else {
    // The distance is doubled up to an empty page, and halved from there.
    let empty = Infinity;
    while (empty - last > size && read.size < mostCalls) {
      const half = Math.floor((empty - last) / size / 2) * size;
      const skip = empty === Infinity ? Math.max(size, 2 * last) : last + half;
      const { data: orders } = await page(skip);
      // An upstream that passes over `skip` gives the first page for ever.
      const isThere = orders.length > 0 && orders[0]?.id !== first[0]?.id;
      if (isThere) last = skip;
      if (orders.length < size || !isThere) empty = isThere ? skip + size : skip;
      if (isThere) yield { orders, isEnd: false };
    }
    yield { orders: [], isEnd: true };
  }
  for (const skip of furtherPages)
    if (!read.has(skip) && skip < last) yield { orders: (await page(skip)).data, isEnd: false };
}
