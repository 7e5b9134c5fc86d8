import { spansOf } from "#contract/info-text";

/** A sentence whose links and e-mail addresses can be followed. */
export function LinkedText({ text }: { text: string }) {
  return spansOf(text).map((span, index) =>
    typeof span === "string" ? (
      <span key={index}>{span}</span>
    ) : (
      <a key={index} href={span.href} rel="noreferrer">
        {span.label}
      </a>
    ),
  );
}
