import useSWRImmutable from "swr/immutable";

export const loadKnowledge = () => import("./knowledge.ts");
export type Knowledge = Awaited<ReturnType<typeof loadKnowledge>>;

export function useKnowledge(isWanted = true) {
  return useSWRImmutable(isWanted ? "refusals/knowledge" : null, loadKnowledge, {
    shouldRetryOnError: false,
  });
}
