import { useEffect, useState } from "react";

type ResultModule = typeof import("./ResultStep.tsx");

/** The pictures of the scents are most of this screen's script, so it is loaded with the first search. Null until then. */
export function useResultStep(isWanted: boolean): ResultModule["ResultStep"] | null {
  const [module, setModule] = useState<ResultModule | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    import("./ResultStep.tsx").then(setModule, (error: unknown) =>
      // Shown by the error boundary.
      setModule(() => {
        throw error;
      }),
    );
  }, [isWanted]);
  return module?.ResultStep ?? null;
}
