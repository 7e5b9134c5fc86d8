import type { NoteFamily } from "#contract/product";

/** A family's hue, without a style attribute, which the policy refuses in the first HTML. */
export function FamilyDot({ family }: { family: NoteFamily | null }) {
  return (
    <svg viewBox="0 0 12 12" width="0.7em" height="0.7em" aria-hidden="true" focusable="false">
      <circle cx="6" cy="6" r="5" fill={`var(--family-${family ?? "unknown"})`} />
    </svg>
  );
}
