import { useRecommendations } from "../../stores/recommendations.ts";
import { findScents, type SearchRequest, type Stage } from "./find-scents.ts";
import { useQuiz } from "./quiz-store.ts";

/** Runs one search at a time; its end is kept even when the quiz is not on the screen, and dropped when somebody else took its place. */
export async function searchScents(request: SearchRequest): Promise<void> {
  const { owner, search, searching } = useQuiz.getState();
  if (search.status === "running") return;
  let reached: Stage = "reading";
  const isStillTheirs = () => useQuiz.getState().owner === owner;
  try {
    const found = await findScents(request, (stage) => {
      reached = stage;
      if (isStillTheirs()) searching({ status: "running", stage });
    });
    if (!isStillTheirs()) return;
    useRecommendations.getState().keep(found);
    searching({ status: "idle" });
    useQuiz.getState().dispatch({ type: "resultFound" });
  } catch (error) {
    if (isStillTheirs()) searching({ status: "failed", stage: reached, error });
  }
}
