/** Loaded together and on demand: with the dictionary they weigh as much as half of the quiz. */
export { FoldedRefusals } from "./FoldedRefusals.tsx";
export { KeptOutCounts, KeptOutNotice } from "./KeptOutNotice.tsx";
export { NoteMarks } from "./NoteMarks.tsx";
export { ReadRefusals } from "./ReadRefusals.tsx";
export { storeRefusals } from "./quiz-refusals.ts";
export { SearchPortrait } from "./SearchPortrait.tsx";
