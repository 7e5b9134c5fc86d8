/** `width` counts in letter heights. */
const maxWidth = 6;

function widthOf(text: string): number {
  return [...text].reduce(
    (width, character) =>
      width + (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(character) ? 1 : 0.55),
    0,
  );
}

export function labelLines(text: string): { text: string; width: number }[] {
  const lines: string[] = [];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(
    text.trim(),
  )) {
    const last = lines.at(-1);
    if (last === undefined || widthOf(last + segment.trimEnd()) > maxWidth)
      lines.push(segment.trimStart());
    else lines[lines.length - 1] = last + segment;
  }
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => ({ text: line, width: widthOf(line) }));
}
