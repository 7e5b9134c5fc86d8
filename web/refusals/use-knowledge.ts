import useSWR from "swr";

export const loadKnowledge = () => import("./knowledge.ts");
export type Knowledge = Awaited<ReturnType<typeof loadKnowledge>>;

export function useKnowledge(isWanted = true) {
  return useSWR(isWanted ? "refusals/knowledge" : null, loadKnowledge, {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
}
