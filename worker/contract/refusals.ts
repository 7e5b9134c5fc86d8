/** Apart from `dictionary.ts`, which is large: the page loads that on demand. */
import * as z from "zod/mini";
import { text } from "./fields.ts";
import { foldedName } from "./note-names.ts";

export const mostRefusals = 60;
const refusedWordMaxLength = 40;

/** Those that the dictionary lists; a member's own word is the other kind. */
export const listedKinds = ["family", "material", "allergen"] as const;
export type ListedKind = (typeof listedKinds)[number];

export function partsOf(refusal: string): { kind: ListedKind | "word"; name: string } {
  const [word, ...rest] = refusal.split(":");
  return { kind: listedKinds.find((kind) => kind === word) ?? "word", name: rest.join(":") };
}

const isOf = (kind: ListedKind | "word") => (refusal: string) => partsOf(refusal).kind === kind;
export const isOwnWord = isOf("word");
export const isFamily = isOf("family");
export const isAllergen = isOf("allergen");

const listedPattern = new RegExp(`^(${listedKinds.join("|")}):[a-z0-9-]{1,40}$`);

/** A single Latin letter would be in nearly every name. */
function isRefusal(value: string): boolean {
  if (listedPattern.test(value)) return true;
  const word = value.startsWith("word:") ? value.slice("word:".length) : "";
  const folded = foldedName(word);
  return (
    word === word.trim() &&
    [...word].length <= refusedWordMaxLength &&
    (folded.length > 1 || /[^\p{Script=Latin}\p{N}]/u.test(folded))
  );
}

const refusal = z.pipe(text(60, 1), z.string().check(z.refine(isRefusal, "invalid")));

export const refusals = z.array(refusal).check(
  z.maxLength(mostRefusals),
  z.refine((list) => new Set(list).size === list.length, "invalid"),
);

export const refusalList = z.strictObject({ refusals });
