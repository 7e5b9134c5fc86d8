import { useDeferredValue } from "react";
import { useMedia } from "../../ui/use-media.ts";
import { stages, type Search } from "./quiz-store.ts";
import { SearchPortrait } from "./refusal-parts.tsx";
import styles from "./quiz.module.css";

/** Beside the steps; above them on smaller screens, where the search has a painting of its own. */
export const useHasGrowingPortrait = () => useMedia("(min-width: 64rem)");

/** How many tiers a search has painted; as long as nothing is searched, all of them. */
export function paintedBy(search: Search): number {
  return search.status === "running" ? stages.indexOf(search.stage) + 1 : stages.length;
}

/** Paints the scent as far as the answers describe it. */
export function GrowingPortrait({ said, search }: { said: string; search: Search }) {
  // Typing does not wait for the brushes.
  const words = useDeferredValue(said);
  const isBeside = useHasGrowingPortrait();
  if (!isBeside && search.status === "running") return null;
  return (
    <div className={styles.growingPortrait} aria-hidden="true">
      <div className={styles.painting}>
        <SearchPortrait said={words} painted={paintedBy(search)} />
      </div>
    </div>
  );
}
