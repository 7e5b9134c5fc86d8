import type { ChatAnswer } from "#contract/survey";

export type Reason = ChatAnswer["matches"][number]["reasons"][number];

/** Without repetitions: a wish and a note may have the same label. */
export function reasonLabels(reasons: readonly Reason[]): string[] {
  const labels = new Map<string, string>();
  for (const { label } of reasons) {
    const word = label.trim().toLowerCase();
    if (word !== "" && !labels.has(word)) labels.set(word, label.trim());
  }
  return [...labels.values()];
}
