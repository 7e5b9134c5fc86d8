import { useEffect, useRef, useState } from "react";
import { useSearch } from "wouter";
import { orderStatuses, statusOf, type Order } from "#contract/order";
import { loadCart } from "../../api/cart.ts";
import { isRefusal } from "../../api/errors.ts";
import { findOrder } from "../../api/orders.ts";
import * as payments from "../../api/payments.ts";
import { forgetDraft } from "../../payment/checkout-draft.ts";
import { useAuth } from "../../stores/auth.ts";

type ResultState =
  | { name: "loading" | "unreadable" }
  | { name: "verified"; outcome: payments.PaymentOutcome }
  | { name: "unchecked"; error: unknown };

/** Lets the Worker verify the signature, every time, and removes it from the address bar. */
export function usePaymentResult(): ResultState & { retry: () => void } {
  const search = useSearch();
  const [tries, setTries] = useState(1);
  const [state, setState] = useState<ResultState>({ name: "loading" });
  const isDecided = useRef(false);

  useEffect(() => {
    const named = namedIn(search);
    if (named === null && isDecided.current) return;
    isDecided.current = false;
    const signed = named ?? payments.keptPaymentResult();
    if (signed === null) return setState({ name: "unreadable" });
    let isCurrent = true;
    setState({ name: "loading" });
    void verify(signed).then((next) => {
      if (!isCurrent) return;
      isDecided.current = next.name !== "unchecked";
      setState(next);
      if (named !== null && isDecided.current)
        history.replaceState(history.state, "", location.pathname);
    });
    return () => {
      isCurrent = false;
    };
  }, [search, tries]);
  return { ...state, retry: () => setTries((count) => count + 1) };
}

function namedIn(search: string): payments.SignedResult | null {
  const query = new URLSearchParams(search);
  const [data, sig] = [query.get("data"), query.get("sig")];
  return data === null && sig === null ? null : { data: data ?? "", sig: sig ?? "" };
}

async function verify(signed: payments.SignedResult): Promise<ResultState> {
  try {
    return { name: "verified", outcome: await payments.verifyPaymentResult(signed) };
  } catch (error) {
    return isRefusal(error) ? { name: "unreadable" } : { name: "unchecked", error };
  }
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
