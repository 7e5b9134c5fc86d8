import { useLocation } from "wouter";
import { useI18n } from "../../i18n/translate.ts";
import { paths } from "../../paths.ts";
import { useRecommendations } from "./recommendations-store.ts";
import { showToast } from "../../stores/toasts.ts";
import type { Entry } from "./flow.ts";
import { useQuiz } from "./quiz-store.ts";

/** Begins the quiz anew at once, and offers to bring answers and result back to where they were. */
export function useStartOver(entry: Entry): () => void {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  return () => {
    const { kept, keep, forget } = useRecommendations.getState();
    const { drafts, restart, clear } = useQuiz.getState();
    const place = window.location.pathname + window.location.search;
    const anew = paths.fragranceQuiz({ locale });
    forget();
    // A retry that starts over is a quiz like any other: it leaves its address, and with it the answers it began with.
    if (entry.history === null) restart(entry);
    else {
      clear();
      navigate(anew);
    }
    const bringBack = () => {
      if (kept !== null) keep(kept);
      useQuiz.setState({ drafts, search: { status: "idle" } });
      if (window.location.pathname + window.location.search !== place) navigate(place);
    };
    showToast(t("shop.quiz.result.restarted"), { action: { label: t("common.undo"), run: bringBack } });
  };
}
