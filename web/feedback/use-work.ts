import { useState } from "react";

export function useWork() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = async (work: () => Promise<unknown> | void) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, run, forget: () => setFailure(null) };
}
