import type { NoteFamily } from "#contract/product";

/** How its brush moves: each has its drawing in `public/families.svg`. */
export const FamilyMotif = ({ family }: { family: NoteFamily | null }) => (
  <img src={`/families.svg#${family ?? "unknown"}`} alt="" width="22" height="22" />
);
