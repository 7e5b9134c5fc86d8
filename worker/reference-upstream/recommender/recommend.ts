/**
 * The recommender: a shopper's words in, product keys with evidence and a paragraph out. Pure and deterministic, no I/O;
 * the same words give the same answer for ever. It never obeys what it reads: a text can only raise or refuse fragrances.
 */
import type { ChatAnswer, Locale } from "../../upstream/wire.ts";
import type { Fragrance } from "../data/fragrances-vocabulary.ts";
import { answer } from "./answer.ts";
import { reasonsOf } from "./explain.ts";
import { read } from "./read.ts";
import { refusals } from "./refusals.ts";
import { score, wishesOf } from "./score.ts";
import { select, varied } from "./select.ts";
import { shelve } from "./shelf.ts";

export type Recommend = (content: string, count: number, locale: Locale) => ChatAnswer;

export function createRecommender(fragrances: readonly Fragrance[]): Recommend {
  const shelf = fragrances.map(shelve);
  return (content, count, locale) => {
    const reading = read(content);
    const { dislikes } = reading;
    const wishes = wishesOf(reading);
    const { isRefused, isWrongStrength } = refusals(dislikes, wishes.keys());
    const allowed = shelf.filter((shelved) => !isRefused(shelved));
    const fitting = allowed.filter((shelved) => !isWrongStrength(shelved));
    const open = fitting.length >= count ? fitting : allowed;
    const chosen = wishes.size > 0 ? select(score(open, wishes, dislikes), count) : varied(open, count);
    const matches = chosen.map((shelved) => ({ product_id: shelved.fragrance.id, reasons: reasonsOf(shelved, wishes, locale) }));
    const heaviestFirst = [...wishes].sort(([, a], [, b]) => b - a).map(([concept]) => concept);
    const understood = { wishes: heaviestFirst, dislikes: [...dislikes], chosen, reasonsOfFirst: matches[0]?.reasons ?? [] };
    return { products_id: chosen.map(({ fragrance }) => fragrance.id), response: answer(understood, locale), matches };
  };
}
