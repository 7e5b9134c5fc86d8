import { blocksOf, type Span, spansOf } from "#contract/info-text";

/** The contract limits what an editor may write to text and links. */
export function InfoText({ content }: { content: string }) {
  return blocksOf(content).map(({ isList, lines }, index) => {
    const Block = isList ? "ul" : "p";
    const Line = isList ? "li" : "span";
    return (
      <Block key={index}>
        {lines.map((spans, line) => (
          <Line key={line}>
            {isList || line === 0 ? null : <br />}
            <Spans spans={spans} />
          </Line>
        ))}
      </Block>
    );
  });
}

/** A sentence whose links and e-mail addresses can be followed. */
export function LinkedText({ text }: { text: string }) {
  return <Spans spans={spansOf(text)} />;
}

function Spans({ spans }: { spans: readonly Span[] }) {
  return spans.map((span, index) =>
    typeof span === "string" ? (
      <span key={index}>{span}</span>
    ) : (
      <a key={index} href={span.href} rel="noreferrer">
        {span.label}
      </a>
    ),
  );
}
