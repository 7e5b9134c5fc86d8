/**
 * The recommender: a shopper's words in, product keys with evidence and a paragraph out. Pure and deterministic, no I/O;
 * the same words give the same answer for ever. It never obeys what it reads: a text can only raise or refuse fragrances.
 */
import type { ChatAnswer, Locale } from "../wire.ts";
import type { Fragrance } from "../data/fragrances-vocabulary.ts";
import { answer } from "./answer.ts";
import { blended, type Similarities } from "./blend.ts";
import { reasonsOf } from "./explain.ts";
import { read } from "./read.ts";
import { refusals } from "./refusals.ts";
import { scorer, wishesOf } from "./score.ts";
import { select, varied } from "./select.ts";
import { shelve } from "./shelf.ts";

/** `similarities` come from a language model, when there is one. */
export type Recommend = (content: string, count: number, locale: Locale, similarities?: Similarities | null) => ChatAnswer;

export function createRecommender(fragrances: readonly Fragrance[]): Recommend {
  const shelf = fragrances.map(shelve);
  return (content, count, locale, similarities = null) => {
    const reading = read(content);
    const { dislikes } = reading;
    const wishes = wishesOf(reading);
    const { isRefused, isWrongStrength } = refusals(reading, wishes.keys());
    const allowed = shelf.filter((shelved) => !isRefused(shelved));
    const fitting = allowed.filter((shelved) => !isWrongStrength(shelved));
    const open = fitting.length >= count ? fitting : allowed;
    const scoreOf = scorer(wishes, dislikes);
    const rank = similarities === null ? scoreOf : blended(scoreOf, open, similarities);
    const chosen = wishes.size > 0 ? select(open, rank, count) : varied(open, count);
    const matches = chosen.map((shelved) => ({ product_id: shelved.fragrance.id, reasons: reasonsOf(shelved, wishes, locale) }));
    const heaviestFirst = [...wishes].sort(([, a], [, b]) => b - a).map(([concept]) => concept);
    const understood = { wishes: heaviestFirst, dislikes: [...dislikes], chosen, reasonsOfFirst: matches[0]?.reasons ?? [] };
    return { products_id: chosen.map(({ fragrance }) => fragrance.id), response: answer(understood, locale), matches };
  };
}
