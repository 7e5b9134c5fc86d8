/** Plain text of an info page: a blank line parts paragraphs, a block of lines that start with `- ` is a list. */
export function InfoText({ content }: { content: string }) {
  return content.split(/\n{2,}/).map((block) => {
    const lines = block.split("\n").filter((line) => line.trim() !== "");
    if (lines.every((line) => line.startsWith("- "))) {
      return (
        <ul key={block}>
          {lines.map((line) => (
            <li key={line}>{line.slice(2)}</li>
          ))}
        </ul>
      );
    }
    return <p key={block}>{block}</p>;
  });
}
