/** Each step of the quiz is an entry of the browser's history, which Back and Forward open again. */
import { useEffect, useEffectEvent, useRef } from "react";
import * as z from "zod/mini";
import { wasNavigated } from "../../navigation/scroll-to-top.ts";
import { quizPlace, type QuizPlace, type QuizState } from "./flow.ts";
import { memberHere } from "../../session/member-here.ts";
import { presentDraft, useQuiz, useRecommendations } from "./quiz-store.ts";

/** The place that an entry shows, and the one that led to it. Another version's may differ. */
const quizEntry = z.object({ quiz: z.object({ place: quizPlace, before: z.nullable(quizPlace) }) });

const entryHere = () => quizEntry.safeParse(history.state).data?.quiz ?? null;

function isSame(one: QuizPlace | null, other: QuizPlace): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function useQuizHistory(quiz: QuizState): void {
  const isGoingBack = useRef(false);
  const follow = useEffectEvent(() => {
    // An entry may have been opened since the last rendering.
    const place = quizPlace.parse(presentDraft()?.quiz ?? quiz);
    const entry = entryHere();
    if (isGoingBack.current || isSame(entry?.place ?? null, place)) return;
    if (entry !== null && isSame(entry.before, place)) {
      isGoingBack.current = true;
      return history.back();
    }
    const state = { ...history.state, quiz: { place, before: entry?.place ?? null } };
    if (entry === null) history.replaceState(state, "");
    else history.pushState(state, "");
  });
  const open = useEffectEvent(() => {
    const wanted = entryHere()?.place;
    const { kept } = useRecommendations.getState();
    const isGone = wanted?.step === "result" && kept?.member_id !== memberHere();
    if (isGoingBack.current) {
      isGoingBack.current = false;
      follow();
    } else if (wanted !== undefined && !isGone)
      useQuiz.getState().dispatch({ type: "placeOpened", place: wanted });
  });
  useEffect(() => {
    open();
    window.addEventListener("popstate", open);
    return () => window.removeEventListener("popstate", open);
  }, []);
  useEffect(() => follow());
}

/** A reload and the Back button show a result again; a new visit begins at the first step. */
export function isResultHere(): boolean {
  const isMarked = entryHere()?.place.step === "result";
  return isMarked || (!wasNavigated() && isOtherLanguageOf(document.referrer));
}

/** The language menu loads the same screen anew. */
function isOtherLanguageOf(referrer: string): boolean {
  if (!URL.canParse(referrer)) return false;
  const from = new URL(referrer);
  const screenOf = (path: string) => path.split("/").slice(2).join("/");
  return from.origin === location.origin && screenOf(from.pathname) === screenOf(location.pathname);
}
