import type { CartItem } from "#contract/cart";
import type { FieldErrorCode } from "#contract/errors";
import { loadCart } from "../../api/cart.ts";
import { ApiError } from "../../api/client.ts";
import { useCart } from "../../stores/cart.ts";
import type { Block } from "./CheckoutBlocked.tsx";

/** What the page shows above the confirm button: a text of its own, or a failure with a code. */
export type Banner =
  | { kind: "sign_in" }
  | { kind: "consent" }
  | { kind: "price_changed"; before: number; now: number }
  | { kind: "failed"; error: unknown };

export type Refusals = Partial<Record<string, FieldErrorCode>>;

/** Where a failed confirmation is told; nowhere, when an emptied cart leads away from the page. */
export interface Told {
  banner?: Banner;
  block?: Block;
  fields?: Refusals;
}

/** What was refused is said where it belongs; cart and form stay as they are. */
export async function readRefusal(error: unknown, items: readonly CartItem[], total: number): Promise<Told> {
  if (!(error instanceof ApiError)) return { banner: { kind: "failed", error } };
  switch (error.code) {
    case "price_changed": {
      // The cart is brought up to date, so that the next confirmation is about what is shown now.
      const cart = await loadCart().catch(() => useCart.getState().cart);
      return { banner: { kind: "price_changed", before: total, now: cart.totalPrice } };
    }
    case "too_many_samples": {
      const count = items.filter((item) => item.surveyResponseId !== null).length;
      return { block: { reason: "too_many_samples", count } };
    }
    case "active_sample_order":
    case "order_unreadable":
      return { block: { reason: error.code } };
    case "cart_empty":
      await loadCart().catch(() => useCart.getState().forget());
      return {};
    default:
      return { banner: { kind: "failed", error }, fields: error.fields ?? {} };
  }
}
