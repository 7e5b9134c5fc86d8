/** Plain text of an info page: a blank line parts paragraphs, lines that start with `- ` are a list. */
export function InfoText({ content }: { content: string }) {
  return content.split(/\n{2,}/).flatMap((block) =>
    runsOf(block).map(({ isList, lines }) =>
      isList ? (
        <ul key={lines.join()}>
          {lines.map((line) => (
            <li key={line}>{line.slice(2)}</li>
          ))}
        </ul>
      ) : (
        <p key={lines.join()}>{lines.join("\n")}</p>
      ),
    ),
  );
}

interface Run {
  isList: boolean;
  lines: string[];
}

/** Neighbouring lines of one kind stay together. */
function runsOf(block: string): Run[] {
  const runs: Run[] = [];
  for (const line of block.split("\n").filter((entry) => entry.trim() !== "")) {
    const isList = line.startsWith("- ");
    const last = runs.at(-1);
    if (last?.isList === isList) last.lines.push(line);
    else runs.push({ isList, lines: [line] });
  }
  return runs;
}
