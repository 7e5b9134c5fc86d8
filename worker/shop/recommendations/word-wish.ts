/** How a wish is put to a recommender, and put again when it left too few scents. */
import { entries, findNames, labelOf, materialOf } from "#contract/dictionary";
import { judgeNotes } from "#contract/judge-notes";
import { chatTextMaxLength } from "#contract/limits";
import { localeTable, type Locale } from "#contract/locales";
import { foldedText, plainText } from "#contract/note-names";
import { noteFamilies, type NoteFamily } from "#contract/product";
import type { ChatAnswer } from "#contract/survey";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { askRecommender } from "../../upstream/surveys.ts";

export interface Answered {
  /** Without words and reasons when the question was not the shopper's wish any more. */
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

const lines: Record<Locale, (names: string) => string> = {
  zh: (names) => `絕對不要${names}。`,
  en: (names) => `Never use ${names}.`,
  ja: (names) => `${names}は絶対に使わないでください。`,
};

function listOf(refusals: readonly string[], locale: Locale): string {
  const labels = refusals.map((refusal) => labelOf(refusal, locale));
  return labels.join(localeTable[locale].separators.name);
}

const most = chatTextMaxLength * 2;

/** The member's own words stand last, so a content that is too long loses its beginning. */
function joined(content: string, added: string): string {
  // What is added is far shorter: a list of refusals is limited, and so are their names.
  const kept = [...content].slice([...added].length + 1 - most).join("");
  return [kept, added].filter((part) => part !== "").join("\n");
}

/** For a recommender that keeps to refusals. */
export function withRefusalsSaid(content: string, refusals: readonly string[], locale: Locale) {
  return joined(content, lines[locale](listOf(refusals, locale)));
}

/**
 * For one that takes every word for a wish: the names of what is refused are cut out, and families
 * free of it are wished for.
 */
export function withOpenFamilies(content: string, refusals: readonly string[], locale: Locale) {
  const families = openFamilies(refusals).map((family) => `family:${family}`);
  return joined(withoutRefusedNames(content, refusals), listOf(families, locale)) || content;
}

function withoutRefusedNames(content: string, refusals: readonly string[]): string {
  const plain = plainText(content);
  return findNames(foldedText(plain))
    .filter(({ at, end }) => isRefusedName(plain.slice(at, end), refusals))
    .reduceRight((text, { at, end }) => `${text.slice(0, at)} ${text.slice(end)}`, plain)
    .trim();
}

/** A family of which one material in ten or fewer is refused. */
const mostRefusedShare = 0.1;

function openFamilies(refusals: readonly string[]): NoteFamily[] {
  return noteFamilies.filter((family) => {
    const own = entries.filter(({ refusal }) => materialOf(refusal)?.family === family);
    const refused = own.filter(({ names: { en } }) =>
      isRefusedName(en.split("|")[0] ?? "", refusals),
    );
    return refused.length <= own.length * mostRefusedShare;
  });
}

function isRefusedName(name: string, refusals: readonly string[]): boolean {
  const raw_material = { id: name, name, family: null, volatility: null };
  const notes = { product_id: "", top: [{ share: null, raw_material }], middle: [], back: [] };
  return judgeNotes(notes, refusals).kind === "refused";
}
