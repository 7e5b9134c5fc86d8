import * as z from "zod/mini";
import type { FieldErrorCode } from "#contract/errors";
import { isPayable, type Order } from "#contract/order";
import { loadCart } from "../../api/cart.ts";
import { ApiError } from "../../api/client.ts";
import { findOrder, findSampleBlock, type SampleBlock } from "../../api/orders.ts";
import { useCart } from "../../stores/cart.ts";
import type { CheckoutBlock } from "./CheckoutBlocked.tsx";

export type Banner =
  | { kind: "sign_in" }
  | { kind: "consent" }
  | { kind: "price_changed"; before: number; now: number }
  | { kind: "failed"; error: unknown };

export type FieldRefusals = Partial<Record<string, FieldErrorCode>>;

/** Where a failed confirmation shows; nowhere, when the cart turns out empty and the page is left. */
export interface Refusal {
  banner?: Banner;
  block?: CheckoutBlock;
  fields?: FieldRefusals;
}

export async function readRefusal(error: unknown, total: number): Promise<Refusal> {
  if (!(error instanceof ApiError)) return { banner: { kind: "failed", error } };
  switch (error.code) {
    case "price_changed": {
      // The next confirmation is about the prices that are shown now.
      const cart = await loadCart().catch(() => useCart.getState().cart);
      return { banner: { kind: "price_changed", before: total, now: cart.totalPrice } };
    }
    case "too_many_samples":
      // The page shows the sets of the cart as it is now; the banner is for a cart that cannot be read.
      await loadCart().catch(() => null);
      return { banner: { kind: "failed", error } };
    case "active_sample_order":
      return { block: await blockOr({ kind: "sample" }) };
    case "order_unreadable":
      return { block: await blockOr({ kind: "unreadable" }) };
    case "lines_already_ordered": {
      const order = await orderNamedIn(error);
      return order === null
        ? { banner: { kind: "failed", error } }
        : { block: { kind: "lines", order } };
    }
    case "cart_empty":
      await loadCart().catch(() => useCart.getState().forget());
      return {};
    default:
      return { banner: { kind: "failed", error }, fields: error.fields ?? {} };
  }
}

/** The order in the way, if it can be seen: an unpaid one can be paid or cancelled. */
async function blockOr(said: SampleBlock): Promise<SampleBlock> {
  return (await findSampleBlock().catch(() => null)) ?? said;
}

async function orderNamedIn({ detail }: ApiError): Promise<Order | null> {
  const named = z.safeParse(z.object({ id: z.string() }), detail);
  const order = named.success ? await findOrder(named.data.id).catch(() => null) : null;
  return order !== null && isPayable(order) ? order : null;
}
