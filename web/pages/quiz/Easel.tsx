import { useDeferredValue } from "react";
import { useMedia } from "../../ui/use-media.ts";
import { stages, type Search } from "./quiz-store.ts";
import { SearchPortrait } from "./refusal-parts.tsx";
import styles from "./quiz.module.css";

/** Beside the steps; on smaller screens the painting comes with the search. */
export const useHasEasel = () => useMedia("(min-width: 64rem)");

/** How many tiers a search has painted; as long as nothing is searched, all of them. */
export function paintedBy(search: Search): number {
  return search.status === "running" ? stages.indexOf(search.stage) + 1 : stages.length;
}

/** The scent as far as it has been told. */
export function Easel({ said, search }: { said: string; search: Search }) {
  // Typing does not wait for the brushes.
  const words = useDeferredValue(said);
  return (
    <div className={styles.easel} aria-hidden="true">
      {useHasEasel() ? (
        <div className={styles.painting}>
          <SearchPortrait said={words} painted={paintedBy(search)} />
        </div>
      ) : null}
    </div>
  );
}
