import { blocksOf, type Span } from "#contract/info-text";

/** The contract limits what an editor may write to text and links. */
export function InfoText({ content }: { content: string }) {
  return blocksOf(content).map(({ isList, lines }, index) =>
    isList ? (
      <ul key={index}>
        {lines.map((spans, line) => (
          <li key={line}>
            <Line spans={spans} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={index}>
        {lines.map((spans, line) => (
          <span key={line}>
            {line === 0 ? null : <br />}
            <Line spans={spans} />
          </span>
        ))}
      </p>
    ),
  );
}

function Line({ spans }: { spans: readonly Span[] }) {
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
