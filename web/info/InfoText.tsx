import { blocksOf, type Span } from "#contract/info-text";

/** Text and links, nothing else: what an editor of the content may write is decided in the contract. */
export function InfoText({ content }: { content: string }) {
  return blocksOf(content).map(({ isList, lines }, place) =>
    isList ? (
      <ul key={place}>
        {lines.map((spans, line) => (
          <li key={line}>
            <Line spans={spans} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={place}>
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
  return spans.map((span, place) =>
    typeof span === "string" ? (
      <span key={place}>{span}</span>
    ) : (
      <a key={place} href={span.href} rel="noreferrer">
        {span.label}
      </a>
    ),
  );
}
