import { useRecommendations } from "./recommendations-store.ts";
import { findScents, type SearchRequest, type Stage } from "./find-scents.ts";
import { useQuiz } from "./quiz-store.ts";

let latestRun = 0;

/** A page that goes away fails what it was asking; that is no failure of the search, which the next page takes up again. */
let isLeaving = false;
addEventListener("pagehide", () => (isLeaving = true));
addEventListener("pageshow", () => (isLeaving = false));

/**
 * Runs one search at a time; its end is kept even when the quiz is not on the screen. Another quiz that took its place makes its
 * end unheard: the draft remembers that it was searching, and begins again when it is looked at.
 */
export async function searchScents(request: SearchRequest): Promise<void> {
  const { owner, search, searching, change } = useQuiz.getState();
  if (owner === null || search.status === "running") return;
  latestRun += 1;
  const run = latestRun;
  const isHeard = () => run === latestRun && useQuiz.getState().owner === owner;
  let reached: Stage = "reading";
  searching({ status: "running", stage: reached });
  change(owner, { isSearching: true });
  try {
    const found = await findScents(request, {
      submitted: () => useQuiz.getState().drafts[owner]?.submitted ?? null,
      onSubmitted: (submitted) => change(owner, { submitted }),
      onStage: (stage) => {
        reached = stage;
        if (isHeard()) searching({ status: "running", stage });
      },
    });
    if (!isHeard()) return;
    useRecommendations.getState().keep(found);
    change(owner, { isSearching: false, submitted: null });
    searching({ status: "idle" });
    useQuiz.getState().dispatch({ type: "resultFound" });
  } catch (error) {
    if (!isHeard()) return;
    if (isLeaving) return searching({ status: "idle" });
    change(owner, { isSearching: false });
    searching({ status: "failed", stage: reached, error });
  }
}
