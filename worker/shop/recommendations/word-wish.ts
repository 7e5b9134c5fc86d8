/** How a wish is put to a recommender, and put again when it left too few scents. */
import { findNames, labelOf } from "#contract/dictionary";
import { judgeNotes } from "#contract/judge-notes";
import { chatTextMaxLength } from "#contract/limits";
import { localeTable, type Locale } from "#contract/locales";
import { foldedText, plainText } from "#contract/note-names";
import { noteFamilies } from "#contract/product";
import type { ChatAnswer } from "#contract/survey";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { askRecommender } from "../../upstream/surveys.ts";

export interface Answered {
  answer: ChatAnswer;
  count: number;
}

/** Tries the counts in turn: no document says how many products an upstream is willing to name. */
export async function askForAny(
  deps: Deps,
  content: string,
  [count = 0, ...fewer]: readonly number[],
): Promise<Answered> {
  try {
    const { body } = await askRecommender(deps.upstream, { body: { content, top_k: count } });
    return { answer: body, count };
  } catch (error) {
    if (fewer.length > 0 && isRefusedInput(error)) return askForAny(deps, content, fewer);
    throw error;
  }
}

const isRefusedInput = (error: unknown) =>
  error instanceof ShopError &&
  error.code === "upstream_refused" &&
  [400, 413, 422].includes(error.facts.status ?? 0);

/** For a recommender that takes every word for a wish: refused names out, other families in. */
export function awayFrom(refusals: readonly string[], content: string, locale: Locale): string {
  const plain = plainText(content);
  const left = findNames(foldedText(plain))
    .filter(({ at, end }) => isRefusedName(plain.slice(at, end), refusals))
    .reduceRight((text, { at, end }) => `${text.slice(0, at)} ${text.slice(end)}`, plain);
  const families = noteFamilies
    .map((family) => `family:${family}`)
    .filter((family) => !refusals.includes(family))
    .map((family) => labelOf(family, locale));
  const wish = `${left.trim()}\n${families.join(localeTable[locale].separators.name)}`;
  return [...wish].slice(-2 * chatTextMaxLength).join("");
}

function isRefusedName(name: string, refusals: readonly string[]): boolean {
  const raw_material = { id: name, name, family: null, volatility: null };
  const notes = { product_id: "", top: [{ share: null, raw_material }], middle: [], back: [] };
  return judgeNotes(notes, refusals).kind === "refused";
}
