import { useEffect, useState } from "react";
import { statusName, type Order } from "#contract/order";
import { loadCart } from "../../api/cart.ts";
import { findOrder } from "../../api/orders.ts";
import { useAuth } from "../../stores/auth.ts";
import { forgetDraft } from "../../payment/checkout-draft.ts";
import { viewOfStatus } from "../../order/order-status.ts";

/**
 * What the order says of the payment. `looking`: it has not been asked yet. `unknown`: nobody is signed in, or the order is not
 * among the latest or of no known status, so that the signed message is all there is.
 */
export type Settlement = "looking" | "checking" | "slow" | "settled" | "cancelled" | "unknown";

export interface Followed {
  order: Order | null;
  settlement: Settlement;
}

const soonMs = 3_000;
const laterMs = 15_000;
/** The notice comes within seconds; one that was lost is asked for after ten minutes. */
const soonLooks = 20;
const mostLooks = 100;

/** The cashier's message says what the cashier said; the order says what was settled. Follows it until it is. */
export function useFollowedOrder(orderId: string | null): Followed {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const [followed, setFollowed] = useState<Followed>({ order: null, settlement: "looking" });

  useEffect(() => {
    if (orderId === null) return;
    if (!isAuthenticated) return setFollowed({ order: null, settlement: "unknown" });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (looks: number) => {
      // A missing order detail is tolerated: the message already says what matters.
      const found = await findOrder(orderId).catch(() => "unreadable" as const);
      if (isOver) return;
      const order = found === "unreadable" ? null : found;
      const settlement = found === "unreadable" ? (looks > 3 ? "unknown" : "checking") : settlementOf(order, looks);
      setFollowed((current) => ({ order: order ?? current.order, settlement }));
      if (settlement === "settled") await tidyUp();
      else if (settlement !== "cancelled" && looks < mostLooks)
        timer = setTimeout(() => void look(looks + 1), looks < soonLooks ? soonMs : laterMs);
    };
    void look(1);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [orderId, isAuthenticated]);
  return followed;
}

function settlementOf(order: Order | null, looks: number): Settlement {
  if (order === null) return "unknown";
  switch (statusName(order.status)) {
    // An earlier try may have failed; this one's notice is still on its way.
    case "payment_pending":
    case "payment_failed":
      return looks < soonLooks ? "checking" : "slow";
    case "cancelled":
    case "refunded":
      return "cancelled";
    default:
      return viewOfStatus(order.status).kind === "unknown" ? "unknown" : "settled";
  }
}

async function tidyUp(): Promise<void> {
  forgetDraft();
  // The lines that were paid for are gone from the server's cart; the copy follows at the next look if not now.
  await loadCart().catch(() => null);
}
