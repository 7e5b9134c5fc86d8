import { useRecommendations } from "./recommendations-store.ts";
import { findScents, type SearchRequest, type Stage } from "./find-scents.ts";
import { useQuiz } from "./quiz-store.ts";
import { loadRefusalScreens } from "./refusal-parts.ts";

let latestRun = 0;

/** Unloading aborts the requests; the next page resumes the search. */
let isLeaving = false;
addEventListener("pagehide", () => (isLeaving = true));
addEventListener("pageshow", () => (isLeaving = false));

/**
 * Runs one search at a time and keeps its result even when the quiz is not on the screen. If another quiz was opened
 * meanwhile, the result is dropped and the draft searches again when it is opened.
 */
export async function searchScents(request: SearchRequest): Promise<void> {
  const { owner, search, searching, change } = useQuiz.getState();
  if (owner === null || search.status === "running") return;
  latestRun += 1;
  const run = latestRun;
  const isCurrent = () => run === latestRun && useQuiz.getState().owner === owner;
  let reached: Stage = "reading";
  searching({ status: "running", stage: reached });
  change(owner, { isSearching: true, hasSeenResult: false });
  useQuiz.getState().dispatch({ type: "descriptionSent" });
  try {
    const found = await findScents(request, {
      storeRefusals: async () => {
        const draft = useQuiz.getState().drafts[owner];
        const { storeRefusals } = await loadRefusalScreens();
        return draft === undefined ? [] : storeRefusals(draft);
      },
      submitted: () => useQuiz.getState().drafts[owner]?.submitted ?? null,
      onSubmitted: (submitted) => change(owner, { submitted }),
      onStage: (stage) => {
        reached = stage;
        if (isCurrent()) searching({ status: "running", stage });
      },
    });
    if (!isCurrent()) return;
    useRecommendations.getState().keep(found);
    change(owner, { isSearching: false, submitted: null, refusals: null });
    searching({ status: "idle" });
    useQuiz.getState().dispatch({ type: "resultFound" });
  } catch (error) {
    if (!isCurrent()) return;
    if (isLeaving) return searching({ status: "idle" });
    change(owner, { isSearching: false });
    searching({ status: "failed", stage: reached, error });
  }
}
