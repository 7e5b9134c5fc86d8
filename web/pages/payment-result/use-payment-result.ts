import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import { ApiError } from "../../api/client.ts";
import { keptPaymentResult, verifyPaymentResult, type PaymentOutcome } from "../../api/payments.ts";

export type Reading =
  | { name: "loading" }
  | { name: "unreadable" }
  | { name: "unchecked"; error: unknown; retry: () => void }
  | { name: "read"; outcome: PaymentOutcome };

/** Has the Worker check the signature once, keeps the result, and takes it out of the address bar. */
export function usePaymentResult(): Reading {
  const search = useSearch();
  const [tries, setTries] = useState(1);
  const [reading, setReading] = useState<Reading>({ name: "loading" });

  useEffect(() => {
    const query = new URLSearchParams(search);
    const data = query.get("data");
    const sig = query.get("sig");
    if (data === null && sig === null) return setReading((current) => (current.name === "loading" ? kept() : current));
    let isCurrent = true;
    setReading({ name: "loading" });
    void read(data ?? "", sig ?? "").then((next) => {
      if (!isCurrent) return;
      if (next.name === "unchecked") return setReading({ ...next, retry: () => setTries((count) => count + 1) });
      setReading(next);
      history.replaceState(history.state, "", location.pathname);
    });
    return () => {
      isCurrent = false;
    };
  }, [search, tries]);
  return reading;
}

type Read = { name: "read"; outcome: PaymentOutcome } | { name: "unreadable" } | { name: "unchecked"; error: unknown };

async function read(data: string, sig: string): Promise<Read> {
  try {
    return { name: "read", outcome: await verifyPaymentResult(data, sig) };
  } catch (error) {
    // Only a refusal says something about the result; without a connection it stays where it is, for another try.
    const wasRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    return wasRefused ? { name: "unreadable" } : { name: "unchecked", error };
  }
}

function kept(): Reading {
  const outcome = keptPaymentResult(Date.now());
  return outcome === null ? { name: "unreadable" } : { name: "read", outcome };
}
