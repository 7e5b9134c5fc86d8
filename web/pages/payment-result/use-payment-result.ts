import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import { ApiError } from "../../api/client.ts";
import { keptPaymentResult, verifyPaymentResult, type PaymentOutcome } from "../../api/payments.ts";

export type ResultState =
  | { name: "loading" }
  | { name: "unreadable" }
  | { name: "unchecked"; error: unknown; retry: () => void }
  | { name: "verified"; outcome: PaymentOutcome };

/** Lets the Worker verify the signature, stores the result and removes it from the address bar. */
export function usePaymentResult(): ResultState {
  const search = useSearch();
  const [tries, setTries] = useState(1);
  const [state, setState] = useState<ResultState>({ name: "loading" });

  useEffect(() => {
    const query = new URLSearchParams(search);
    const data = query.get("data");
    const sig = query.get("sig");
    if (data === null && sig === null)
      return setState((current) => (current.name === "loading" ? storedResult() : current));
    let isCurrent = true;
    setState({ name: "loading" });
    void verify(data ?? "", sig ?? "").then((next) => {
      if (!isCurrent) return;
      if (next.name === "unchecked")
        return setState({ ...next, retry: () => setTries((count) => count + 1) });
      setState(next);
      history.replaceState(history.state, "", location.pathname);
    });
    return () => {
      isCurrent = false;
    };
  }, [search, tries]);
  return state;
}

type Verified =
  | { name: "verified"; outcome: PaymentOutcome }
  | { name: "unreadable" }
  | { name: "unchecked"; error: unknown };

async function verify(data: string, sig: string): Promise<Verified> {
  try {
    return { name: "verified", outcome: await verifyPaymentResult(data, sig) };
  } catch (error) {
    // Only a refusal says that the result is invalid; after a lost connection the check can be tried again.
    const wasRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    return wasRefused ? { name: "unreadable" } : { name: "unchecked", error };
  }
}

function storedResult(): ResultState {
  const outcome = keptPaymentResult(Date.now());
  return outcome === null ? { name: "unreadable" } : { name: "verified", outcome };
}
