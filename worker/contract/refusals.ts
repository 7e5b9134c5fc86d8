/**
 * What a member never wants in a scent. The names behind the ids are in `dictionary.ts`, which is large: the page loads it on
 * demand and imports this file instead.
 */
import * as z from "zod/mini";
import { text } from "./fields.ts";
import { foldedName } from "./note-names.ts";

export const mostRefusals = 60;
export const refusedWordMaxLength = 40;

export type RefusalKind = "family" | "material" | "allergen" | "word";

export function partsOf(refusal: string): { kind: RefusalKind; name: string } {
  const [kind, ...rest] = refusal.split(":");
  const name = rest.join(":");
  return kind === "family" || kind === "material" || kind === "allergen"
    ? { kind, name }
    : { kind: "word", name };
}

/** A single Latin letter would be in nearly every name. */
function isRefusal(value: string): boolean {
  if (/^(family|material|allergen):[a-z0-9-]{1,40}$/.test(value)) return true;
  const word = value.startsWith("word:") ? value.slice("word:".length) : "";
  const folded = foldedName(word);
  return (
    word === word.trim() &&
    [...word].length <= refusedWordMaxLength &&
    (folded.length > 1 || /[^\p{Script=Latin}\p{N}]/u.test(folded))
  );
}

const refusal = z.pipe(text(60, 1), z.string().check(z.refine(isRefusal, "invalid")));

/** The whole list, in the order in which the member made it. */
export const refusalList = z.strictObject({
  refusals: z.array(refusal).check(
    z.maxLength(mostRefusals),
    z.refine((list) => new Set(list).size === list.length, "invalid"),
  ),
});

/** What the shop kept out of a recommendation. `unknown` names notes that nobody can classify. */
export const keptOut = z.object({
  applied: z.array(z.string()),
  /** Scents left out because they hold something refused. */
  refused: z.int(),
  /** Scents left out because their notes could not be read. */
  unread: z.int(),
  /** Scents fewer than asked for. */
  missing: z.int(),
  unknown: z.array(z.object({ product_id: z.string(), notes: z.array(z.string()) })),
  /** The notes because of which the scent kept from an earlier result was left out; empty if they could not be read. */
  selected_refused: z.nullable(z.array(z.string())),
});
export type KeptOut = z.infer<typeof keptOut>;
