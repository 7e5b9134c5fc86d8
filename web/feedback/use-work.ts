import { useState } from "react";

/** Something that is sent and may fail; another try forgets the failure of the last. */
export function useWork() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** @returns whether it was done. */
  const run = async (work: () => Promise<unknown> | void): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, run, forget: () => setFailure(null) };
}
