import { lazy } from "react";

/** Loaded on demand: with the dictionary they weigh as much as the rest of the quiz. */
export const QuizRefusals = lazy(() => import("./QuizRefusals.tsx"));
export const FoldedRefusals = lazy(() => import("./FoldedRefusals.tsx"));
export const KeptOutNotice = lazy(() => import("./KeptOutNotice.tsx"));
export const NoteMarks = lazy(() => import("./NoteMarks.tsx"));
