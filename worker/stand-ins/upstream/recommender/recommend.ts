/**
 * A stand-in for the partner's recommender: text in, product keys with reasons and a paragraph out. Pure and deterministic. A
 * text can only raise or exclude fragrances; instructions in it have no effect.
 */
import type { ChatAnswer, Locale } from "../wire.ts";
import type { Fragrance } from "../data/fragrances-vocabulary.ts";
import { answer } from "./answer.ts";
import { reasonsOf } from "./explain.ts";
import { filterOf } from "./filter.ts";
import { profileOf } from "./profile.ts";
import { read, type Reading } from "./read.ts";
import { scorer, weightsOf } from "./score.ts";
import { select, varied } from "./select.ts";

export type Recommend = (content: string, count: number, locale: Locale) => ChatAnswer;

interface Options {
  /** For tests of the shop: every word is a wish, "no citrus" asks for citrus. */
  ignoresRefusals?: boolean;
}

export function createRecommender(
  fragrances: readonly Fragrance[],
  { ignoresRefusals = false }: Options = {},
): Recommend {
  const shelf = fragrances.map(profileOf);
  return (content, count, locale) => {
    const reading = ignoresRefusals ? heedless(read(content)) : read(content);
    const { dislikes } = reading;
    const weights = weightsOf(reading);
    const { isRefused, isWrongStrength } = filterOf(reading);
    const allowed = shelf.filter((profile) => !isRefused(profile));
    const fitting = allowed.filter((profile) => !isWrongStrength(profile));
    const open = fitting.length >= count ? fitting : allowed;
    const scoreOf = scorer(weights, dislikes);
    const chosen = weights.size > 0 ? select(open, scoreOf, count) : varied(open, count);
    const matches = chosen.map((profile) => ({
      product_id: profile.fragrance.id,
      reasons: reasonsOf(profile, weights, locale),
    }));
    const wishes = [...weights].sort(([, a], [, b]) => b - a).map(([concept]) => concept);
    const understood = {
      wishes,
      dislikes: [...dislikes],
      chosen,
      reasonsOfFirst: matches[0]?.reasons ?? [],
    };
    return {
      products_id: chosen.map(({ fragrance }) => fragrance.id),
      response: answer(understood, locale),
      matches,
    };
  };
}

function heedless({ wishes, asked, dislikes }: Reading): Reading {
  const refused = [...dislikes].map((concept) => [concept, 1] as const);
  return {
    wishes: new Map([...wishes, ...refused]),
    asked,
    dislikes: new Set(),
    excesses: new Set(),
  };
}
