import { lazy, type ComponentType } from "react";

export const loadRefusalScreens = () => import("./refusal-screens.ts");
type Screens = Awaited<ReturnType<typeof loadRefusalScreens>>;

export const FoldedRefusals = part(({ FoldedRefusals: Part }) => Part);
export const KeptOutCounts = part(({ KeptOutCounts: Part }) => Part);
export const KeptOutNotice = part(({ KeptOutNotice: Part }) => Part);
export const NoteMarks = part(({ NoteMarks: Part }) => Part);
export const ReadRefusals = part(({ ReadRefusals: Part }) => Part);
/** It reads words by the same dictionary. */
export const SearchPortrait = part(({ SearchPortrait: Part }) => Part);

function part<Props>(pick: (screens: Screens) => ComponentType<Props>) {
  return lazy(async () => ({ default: pick(await loadRefusalScreens()) }));
}
