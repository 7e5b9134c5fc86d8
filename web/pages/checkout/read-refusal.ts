import * as z from "zod/mini";
import { isPayable, type Order } from "#contract/order";
import { loadCart } from "../../api/cart.ts";
import { ApiError, errorText } from "../../api/errors.ts";
import { findOrder, findSampleBlock, type SampleBlock } from "../../api/orders.ts";
import { formatMoney } from "../../i18n/format.ts";
import type { I18n } from "../../i18n/translate.ts";
import { useCart } from "../../stores/cart.ts";
import type { CheckoutBlock } from "./CheckoutBlocked.tsx";

export interface Banner {
  tone: "warning" | "danger";
  text: string;
  /** Goes as soon as the notices are agreed to. */
  isConsent?: boolean;
}

/** Where a failed confirmation shows; nowhere, when the cart is empty and the page is left. */
export async function readRefusal(
  i18n: I18n,
  error: unknown,
  total: number,
): Promise<Banner | CheckoutBlock | null> {
  switch (error instanceof ApiError ? error.code : null) {
    case "price_changed": {
      // The next confirmation is about the prices that are shown now.
      const { totalPrice } = await loadCart().catch(() => useCart.getState().cart);
      const text = i18n.t("shop.checkout.errors.price_changed", {
        before: formatMoney(i18n.locale, total),
        now: formatMoney(i18n.locale, totalPrice),
      });
      return { tone: "warning", text };
    }
    case "too_many_samples":
      // The page shows the sets as they are now; the banner is for a cart that cannot be read.
      await loadCart().catch(() => null);
      return failed(i18n, error);
    case "active_sample_order":
      return blockOr({ kind: "sample" });
    case "order_unreadable":
      return blockOr({ kind: "unreadable" });
    case "lines_already_ordered": {
      const order = await orderNamedIn(error as ApiError);
      return order === null ? failed(i18n, error) : { kind: "lines", order };
    }
    case "cart_empty":
      await loadCart().catch(() => useCart.getState().forget());
      return null;
    default:
      return failed(i18n, error);
  }
}

/** A refusal has a reason of its own; of a failure there is only that it can be tried again. */
function failed(i18n: I18n, error: unknown): Banner {
  const saysWhy = error instanceof ApiError && error.status >= 400 && error.status < 500;
  const text = saysWhy ? errorText(i18n, error) : i18n.t("shop.checkout.errors.failed");
  return { tone: "danger", text };
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
