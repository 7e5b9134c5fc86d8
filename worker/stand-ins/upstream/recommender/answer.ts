/** The paragraph of a recommendation: what was understood, what was left out, why the first one fits. */
import type { Locale } from "../wire.ts";
import type { Concept } from "./concepts.ts";
import type { Reason } from "./explain.ts";
import type { Profile } from "./profile.ts";

export interface Understood {
  /** Heaviest first. */
  wishes: readonly Concept[];
  dislikes: readonly Concept[];
  chosen: readonly Profile[];
  reasonsOfFirst: readonly Reason[];
}

const mostNamed = 5;

interface Phrases {
  list: (items: string[]) => string;
  wishes: (items: string) => string;
  nothing: string;
  onlyDislikes: string;
  dislikes: (items: string) => string;
  first: (name: string) => string;
  fits: (reasons: string) => string;
  others: (names: string) => string;
  none: string;
}

const phrases: Record<Locale, Phrases> = {
  zh: {
    list: (items) => items.join("、"),
    wishes: (items) => `我們從您的描述中整理出幾個重點：${items}。`,
    nothing:
      "您的描述裡還看不出明確的方向，所以我們先挑了幾款個性各不相同的香氣，從哪一款開始都可以。",
    onlyDislikes:
      "您告訴了我們不想要什麼，喜歡的方向還開放著，所以我們挑了幾款個性各不相同的香氣。",
    dislikes: (items) => `您說不要${items}，含有這些香材的香氣，我們都避開了。`,
    first: (name) => `先聞聞「${name}」。`,
    fits: (reasons) => `符合您想要的：${reasons}。`,
    others: (names) => `想往別的方向走，就試試${names}。`,
    none: "可惜沒有一款香氣能完全避開這些材料；少排除一項，我們再為您找一次。",
  },
  en: {
    list: (items) =>
      items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`,
    wishes: (items) => `What we took from your words: ${items}.`,
    nothing:
      "We could not find a clear direction in your words yet, so here are scents that differ as much as they can; begin with any of them.",
    onlyDislikes:
      "You told us what to avoid and left the rest open, so here are scents that differ as much as they can.",
    dislikes: (items) =>
      `You asked to avoid ${items}, so we left out every scent that holds any of it.`,
    first: (name) => `Begin with ${name}.`,
    fits: (reasons) => `It matches what you asked for: ${reasons}.`,
    others: (names) => `To go another way, try ${names}.`,
    none: "None of our scents avoids everything you named; leave one thing out of the list and we will look again.",
  },
  ja: {
    list: (items) => items.join("、"),
    wishes: (items) => `ご希望のポイント：${items}。`,
    nothing:
      "まだはっきりした方向を読み取れませんでしたので、個性の異なる香りをいくつか選びました。気になるものからお試しください。",
    onlyDislikes:
      "避けたいものを教えていただきました。お好みはまだ自由ですので、個性の異なる香りをいくつか選びました。",
    dislikes: (items) => `苦手とおっしゃった${items}を含む香りは、はじめから外してあります。`,
    first: (name) => `まずは「${name}」をどうぞ。`,
    fits: (reasons) => `ご希望に合う点：${reasons}。`,
    others: (names) => `別の方向なら、${names}もお試しください。`,
    none: "残念ながら、挙げていただいたものをすべて避けられる香りがありません。ひとつ減らしていただければ、もう一度お探しします。",
  },
};

export function answer(
  { wishes, dislikes, chosen, reasonsOfFirst }: Understood,
  locale: Locale,
): string {
  const say = phrases[locale];
  const named = (concepts: readonly Concept[]) =>
    say.list(
      [...new Set(concepts.map(({ label }) => inSentence(label[locale], locale)))].slice(
        0,
        mostNamed,
      ),
    );
  const [first, ...others] = chosen;
  const sentences = wishes.length > 0 ? [say.wishes(named(wishes))] : [];
  if (first === undefined) return join([...sentences, say.none], locale);
  if (wishes.length === 0) sentences.push(dislikes.length > 0 ? say.onlyDislikes : say.nothing);
  if (dislikes.length > 0) sentences.push(say.dislikes(named(dislikes)));
  sentences.push(say.first(first.fragrance.name[locale]));
  if (wishes.length > 0 && reasonsOfFirst.length > 0)
    sentences.push(
      say.fits(say.list(reasonsOfFirst.slice(0, 3).map(({ label }) => inSentence(label, locale)))),
    );
  else if (others.length > 1)
    sentences.push(
      say.others(
        say.list(others.slice(0, 2).map(({ fragrance }) => quoted(fragrance.name[locale], locale))),
      ),
    );
  return join(sentences, locale);
}

/** Materials are written with a capital, and within a sentence only as far as they carry a name. */
const inSentence = (label: string, locale: Locale) =>
  locale === "en" && !/^(Buddha|Damask|Oriental|Sichuan)/.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label;
const quoted = (name: string, locale: Locale) => (locale === "en" ? name : `「${name}」`);
const join = (sentences: string[], locale: Locale) => sentences.join(locale === "en" ? " " : "");
