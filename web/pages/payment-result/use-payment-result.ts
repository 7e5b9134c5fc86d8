import { useEffect, useState } from "react";
import useSWR from "swr";
import { useSearch } from "wouter";
import { orderStatuses, statusOf, type Order } from "#contract/order";
import { loadCart } from "../../api/cart.ts";
import { once } from "../../api/client.ts";
import { isRefusal } from "../../api/errors.ts";
import { findOrder } from "../../api/orders.ts";
import * as payments from "../../api/payments.ts";
import { forgetDraft } from "../../payment/checkout-draft.ts";
import { useAuth } from "../../stores/auth.ts";

/** Lets the Worker verify the signature, every time, and removes it from the address bar. */
export function usePaymentResult() {
  const search = useSearch();
  const [signed] = useState(() => namedIn(search) ?? payments.keptPaymentResult());
  const read = useSWR(signed, payments.verifyPaymentResult, once);
  const { data: outcome, isLoading, mutate } = read;
  const error: unknown = isLoading ? undefined : read.error;
  const isUnreadable = signed === null || isRefusal(error);
  const isDecided = isUnreadable || outcome !== undefined;
  useEffect(() => {
    if (isDecided) history.replaceState(history.state, "", location.pathname);
  }, [isDecided]);
  return { outcome, isUnreadable, error, retry: () => void mutate() };
}

function namedIn(search: string): payments.SignedResult | null {
  const query = new URLSearchParams(search);
  const [data, sig] = [query.get("data"), query.get("sig")];
  return data === null && sig === null ? null : { data: data ?? "", sig: sig ?? "" };
}

/** `unknown`: nobody is signed in, or no order or status is known; only the signed message is. */
export type Settlement = "loading" | "checking" | "slow" | "settled" | "cancelled" | "unknown";

export type Followed = { order: Order | null; settlement: Settlement };

const fastMs = 3_000;
const slowMs = 15_000;
/** The gateway's notice comes within seconds; a lost one is asked for after ten minutes. */
const fastPolls = 20;
const maxPolls = 100;

/** Polls the order until it settles: the cashier's message alone does not mean that it is paid. */
export function useFollowedOrder(orderId: string | null): Followed {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const [followed, setFollowed] = useState<Followed>({ order: null, settlement: "loading" });

  useEffect(() => {
    if (orderId === null) return;
    if (!isAuthenticated) return setFollowed({ order: null, settlement: "unknown" });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const poll = async (polls: number) => {
      const found = await findOrder(orderId).catch(() => "unreadable" as const);
      if (isStopped) return;
      const order = found === "unreadable" ? null : found;
      const settlement =
        found === "unreadable" ? (polls > 3 ? "unknown" : "checking") : settlementOf(order, polls);
      setFollowed((current) => ({ order: order ?? current.order, settlement }));
      if (settlement === "settled") await cleanUp();
      else if (settlement !== "cancelled" && polls < maxPolls)
        timer = setTimeout(() => void poll(polls + 1), polls < fastPolls ? fastMs : slowMs);
    };
    void poll(1);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [orderId, isAuthenticated]);
  return followed;
}

function settlementOf(order: Order | null, polls: number): Settlement {
  const status = order && statusOf(order.status);
  if (status === null) return "unknown";
  switch (orderStatuses[status].payment) {
    // The failure may be an earlier attempt's, with this one's notice still on its way.
    case "due":
      return polls < fastPolls ? "checking" : "slow";
    case "none":
    case "returned":
      return "cancelled";
    case "made":
      return "settled";
  }
}

async function cleanUp(): Promise<void> {
  forgetDraft();
  // The server has removed the paid lines; if this read fails, the next one updates the copy.
  await loadCart().catch(() => null);
}
