import { useDeferredValue } from "react";
import { classNames } from "../../ui/class-names.ts";
import { stages, type Search } from "./quiz-store.ts";
import { SearchPortrait } from "./refusal-parts.tsx";
import styles from "./quiz.module.css";

/** Paints the scent as far as the answers describe it, and once more, tier by tier, with a search. */
export function GrowingPortrait({ said, search }: { said: string; search: Search }) {
  // Typing does not wait for the brushes.
  const words = useDeferredValue(said);
  const isSearching = search.status === "running";
  const painted = isSearching ? stages.indexOf(search.stage) + 1 : stages.length;
  return (
    <div
      className={classNames(styles.growingPortrait, isSearching && styles.searching)}
      aria-hidden="true"
      data-wet={words === said ? undefined : ""}
    >
      <div className={styles.painting}>
        <SearchPortrait said={words} painted={painted} />
      </div>
    </div>
  );
}
