/**
 * What the Worker fills in with each request, while it is on its way through React. A slot is a number between two characters of
 * Unicode's private use area: React writes them as they are, in text and in attributes, and no text of the shop holds them.
 */
import type { HtmlPart, TextPart } from "../../worker/documents/prerendered-screen.ts";

const [open, close] = ["\uE000", "\uE001"];
const marks = new RegExp(`${open}(\\d+)${close}`);
const slots: Exclude<HtmlPart, string>[] = [];

/** Stands for the slot in what React renders. */
export function markOf(slot: Exclude<HtmlPart, string>): string {
  return `${open}${slots.push(slot) - 1}${close}`;
}

export function markOfText(text: string, values: Record<string, string | number> = {}): string {
  const entries = Object.entries(values).map(
    ([name, value]) => [name, partsOf(String(value)).map(textOnly)] as const,
  );
  return markOf({ text, values: Object.fromEntries(entries) });
}

/** What React rendered, with the slots in the places of their marks. */
export function partsOf(html: string): HtmlPart[] {
  // Every second piece is what the pattern's group caught.
  const parts = html
    .split(marks)
    .map((piece, index) => (index % 2 === 0 ? piece : slotAt(Number(piece))));
  if (
    parts.some((part) => typeof part === "string" && (part.includes(open) || part.includes(close)))
  )
    throw new Error("a text was cut or changed on its way into the page, so that its slot is lost");
  return parts.filter((part) => part !== "");
}

function slotAt(number: number): HtmlPart {
  const slot = slots[number];
  if (slot === undefined) throw new Error(`there is no slot ${number}`);
  return slot;
}

function textOnly(part: HtmlPart): TextPart {
  if (typeof part === "object" && !("text" in part))
    throw new Error("no text takes a page's own words as a value");
  return part;
}
