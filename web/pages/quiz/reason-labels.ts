import type { ChatAnswer } from "#contract/survey";

export type Reason = ChatAnswer["matches"][number]["reasons"][number];

/** Each word once: the rain that was wished for and the rain in the bottle are one to who reads. */
export function reasonLabels(reasons: readonly Reason[]): string[] {
  const labels = new Map<string, string>();
  for (const { label } of reasons) {
    const word = label.trim().toLowerCase();
    if (word !== "" && !labels.has(word)) labels.set(word, label.trim());
  }
  return [...labels.values()];
}
