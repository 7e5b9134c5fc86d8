/**
 * The markup of information pages. A blank line separates paragraphs, a line that starts with `- `
 * is a list entry, `[words](address)` is a link, and an e-mail address becomes one. All else, tags
 * included, is shown as written. Publishing refuses links that would not be shown.
 */
export type Span = string | { label: string; href: string };

/** The parts of an e-mail address are bounded: a long word is not searched from each letter. */
const linkPattern =
  /\[([^[\]\n]+)\]\(([^()\s]+)\)|([\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+)/gi;

export function isSafeHref(href: string): boolean {
  // Browsers drop tabs and line breaks from an address, and read a backslash as a slash.
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(href)) return false;
  if (/^\/(?!\/)/.test(href)) return true;
  return /^https:\/\/[^/?#@]+([/?#]|$)/i.test(href) || /^mailto:[\w.+-]+@[a-z0-9.-]+$/i.test(href);
}

/** Removes control characters but line breaks, and marks of the reading direction. */
export function cleanText(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069\uFEFF]/gu, "")
    .trim();
}

export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of line.matchAll(linkPattern)) {
    const [whole, label, address, email] = match;
    const isInWord = /[\w.+-]/.test(line.charAt(match.index - 1));
    if (email !== undefined && isInWord) continue;
    const href = email === undefined ? (address ?? "") : `mailto:${email}`;
    if (!isSafeHref(href)) continue;
    if (match.index > end) spans.push(line.slice(end, match.index));
    spans.push({ label: label ?? email ?? "", href });
    end = match.index + whole.length;
  }
  if (end < line.length) spans.push(line.slice(end));
  return spans;
}

export function blocksOf(content: string) {
  return content.split(/\n{2,}/).flatMap((part) => {
    const blocks: { isList: boolean; lines: Span[][] }[] = [];
    for (const line of part.split("\n").filter((entry) => entry.trim() !== "")) {
      const isList = line.startsWith("- ");
      const spans = spansOf(isList ? line.slice(2) : line);
      const last = blocks.at(-1);
      if (last?.isList === isList) last.lines.push(spans);
      else blocks.push({ isList, lines: [spans] });
    }
    return blocks;
  });
}

export function faultsOfText(text: string): string[] {
  const faults: string[] = [];
  for (const [, , address] of text.matchAll(linkPattern))
    if (address !== undefined && !isSafeHref(address)) faults.push(`a link to ${address}`);
  if (/<\/?[a-z!]/i.test(text)) faults.push("what looks like HTML, which would be shown as text");
  if (/\b(javascript|data|vbscript):/i.test(text)) faults.push("an address that could run");
  return faults;
}
