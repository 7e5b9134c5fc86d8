/** The key of an order's content and the right to place it, with every rival order's lines. */
import type { SQL } from "drizzle-orm";
import { isPayable, type Order } from "#contract/order";
import type { Deps, MemberActor } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import {
  claimAloneStatements,
  claimOf,
  type ClaimAnswer,
  type WantedKey,
} from "../../store/idempotency.ts";
import { selectUnpaidOrdersOfLines } from "../../store/payments.ts";
import type { OrderForm } from "../../upstream/orders.ts";
import { enforceLimits } from "../limits/enforce-limit.ts";
import { somethingChanged } from "../../store/carts.ts";
import { selectOwnStatuses, type OwnStatuses } from "../orders/list-orders.ts";

export interface Wish {
  form: OrderForm;
  totalTwd: number;
  idempotencyKey: string;
  lineIds: readonly string[];
}

export interface OrderClaim {
  wanted: WantedKey;
  claim: ClaimAnswer;
  /** Read with the claim. */
  own: OwnStatuses;
  rivals: readonly Rival[];
}

/** An unpaid order that holds one of the lines already. */
interface Rival {
  orderId: string;
  orderNumber: string;
  createdAt: number;
}

/** No attempt lives longer. */
const payableMs = 7 * 24 * 3600_000;
/** How long an order may be missing from the upstream's list because it is new. */
const newMs = 3600_000;

/** The tries at paying are counted first; beyond them no order is claimed. */
export async function claimFirst(deps: Deps, actor: MemberActor, wish: Wish): Promise<OrderClaim> {
  const wanted = keyOf(actor, await contentOf(actor, wish));
  const now = deps.now();
  const rows = await enforceLimits(
    deps,
    [["payment-attempt:member", actor.memberId]],
    statements(deps, actor, wish, wanted, { now, when: somethingChanged }),
  );
  return orderClaimOf(wanted, now, rows);
}

/** For another order of the same content, under this request's own key. */
export async function claimAnother(
  deps: Deps,
  actor: MemberActor,
  wish: Wish,
): Promise<OrderClaim> {
  const content = await contentOf(actor, wish);
  const wanted = keyOf(actor, await sha256Hex(`${content}\n${wish.idempotencyKey}`));
  const now = deps.now();
  const rows = await deps.db.batch(statements(deps, actor, wish, wanted, { now }));
  return orderClaimOf(wanted, now, rows);
}

/** The same lines and form give the same order for a day, from any tab. */
function contentOf({ memberId }: MemberActor, { form, totalTwd }: Wish): Promise<string> {
  return sha256Hex(JSON.stringify([memberId, totalTwd, form]));
}

function keyOf({ memberId }: MemberActor, key: string): WantedKey {
  return { scope: `order:${memberId}`, key, bodyHash: key };
}

function statements(
  deps: Deps,
  actor: MemberActor,
  { lineIds }: Wish,
  wanted: WantedKey,
  { now, when }: { now: number; when?: SQL },
) {
  return [
    ...claimAloneStatements(deps.db, wanted, now, when),
    ...selectOwnStatuses(deps, actor),
    selectUnpaidOrdersOfLines(deps.db, actor.memberId, lineIds, now - payableMs),
  ] as const;
}

type Rows = readonly [
  taken: { createdAt: number }[],
  standing: Parameters<typeof claimOf>[3],
  paid: OwnStatuses["paid"],
  cancelled: OwnStatuses["cancelled"],
  rivals: Rival[],
];

function orderClaimOf(
  wanted: WantedKey,
  now: number,
  [taken, standing, paid, cancelled, rivals]: Rows,
): OrderClaim {
  return { wanted, claim: claimOf(wanted, now, taken, standing), own: { paid, cancelled }, rivals };
}

/** @throws ShopError `lines_already_ordered`. Without `orders` (null), recent rivals count. */
export function refuseOrderedLines(
  deps: Deps,
  { rivals }: OrderClaim,
  orders: readonly Order[] | null,
): void {
  const standing = rivals.find((rival) => {
    const names = [rival.orderId, rival.orderNumber];
    const order = orders?.find(
      ({ id, order_id }) => names.includes(id) || names.includes(order_id),
    );
    if (order !== undefined) return isPayable(order);
    return orders === null || rival.createdAt > deps.now() - newMs;
  });
  if (standing === undefined) return;
  throw new ShopError("lines_already_ordered", {
    detail: { id: standing.orderId, order_id: standing.orderNumber },
  });
}
