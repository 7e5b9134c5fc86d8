import type { NoteFamily } from "#contract/product";

/** A family's hue, without a style attribute, which the policy refuses in the first HTML. */
export function FamilyDot({ family }: { family: NoteFamily | null }) {
  return (
    <svg viewBox="0 0 10 10" width="0.6em" height="0.6em" aria-hidden="true" focusable="false">
      <circle cx="5" cy="5" r="5" fill={`var(--family-${family ?? "unknown"})`} />
    </svg>
  );
}
