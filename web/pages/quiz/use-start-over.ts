import { useLocation } from "wouter";
import { useI18n } from "../../i18n/translate.ts";
import { paths } from "../../paths.ts";
import { useRecommendations } from "./recommendations-store.ts";
import { showToast } from "../../stores/toasts.ts";
import type { Entry } from "./flow.ts";
import { useQuiz } from "./quiz-store.ts";

export function useStartOver(entry: Entry): () => void {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  return () => {
    const { kept, keep, forget } = useRecommendations.getState();
    const { drafts, restart, clear } = useQuiz.getState();
    const previous = window.location.pathname + window.location.search;
    const fresh = paths.fragranceQuiz({ locale });
    forget();
    // A retry also leaves its URL, and with it the earlier answers.
    if (entry.history === null) restart(entry);
    else {
      clear();
      navigate(fresh);
    }
    const undo = () => {
      if (kept !== null) keep(kept);
      useQuiz.setState({ drafts, search: { status: "idle" } });
      if (window.location.pathname + window.location.search !== previous) navigate(previous);
    };
    showToast(t("shop.quiz.result.restarted"), { action: { label: t("common.undo"), run: undo } });
  };
}
