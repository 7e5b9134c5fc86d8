import { useEffect, useRef, useState } from "react";
import { useSearch } from "wouter";
import { ApiError } from "../../api/client.ts";
import {
  keptPaymentResult,
  verifyPaymentResult,
  type PaymentOutcome,
  type SignedResult,
} from "../../api/payments.ts";

export type ResultState =
  | { name: "loading" }
  | { name: "unreadable" }
  | { name: "unchecked"; error: unknown; retry: () => void }
  | { name: "verified"; outcome: PaymentOutcome };

/** Lets the Worker verify the signature, every time, and removes it from the address bar. */
export function usePaymentResult(): ResultState {
  const search = useSearch();
  const [tries, setTries] = useState(1);
  const [state, setState] = useState<ResultState>({ name: "loading" });
  const isDecided = useRef(false);

  useEffect(() => {
    const named = namedIn(search);
    // The address has just been cleaned.
    if (named === null && isDecided.current) return;
    isDecided.current = false;
    const signed = named ?? keptPaymentResult();
    if (signed === null) return setState({ name: "unreadable" });
    let isCurrent = true;
    setState({ name: "loading" });
    void verify(signed).then((next) => {
      if (!isCurrent) return;
      if (next.name === "unchecked")
        return setState({ ...next, retry: () => setTries((count) => count + 1) });
      isDecided.current = true;
      setState(next);
      if (named !== null) history.replaceState(history.state, "", location.pathname);
    });
    return () => {
      isCurrent = false;
    };
  }, [search, tries]);
  return state;
}

function namedIn(search: string): SignedResult | null {
  const query = new URLSearchParams(search);
  const data = query.get("data");
  const sig = query.get("sig");
  return data === null && sig === null ? null : { data: data ?? "", sig: sig ?? "" };
}

type Verified =
  | { name: "verified"; outcome: PaymentOutcome }
  | { name: "unreadable" }
  | { name: "unchecked"; error: unknown };

async function verify(signed: SignedResult): Promise<Verified> {
  try {
    return { name: "verified", outcome: await verifyPaymentResult(signed) };
  } catch (error) {
    // Only a refusal says that the result is invalid; after a lost connection the check can be tried again.
    const wasRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    return wasRefused ? { name: "unreadable" } : { name: "unchecked", error };
  }
}
