/**
 * Marks what a single word of the dictionary cannot: the losing side of a comparison, "leave those off", "…, violet too".
 * Patterns look at most a sentence of ordinary length ahead, so that no text costs more than its length.
 */
import type { CueKind } from "./lexicon/cues.ts";
import type { Token } from "./tokens.ts";

/** The group `n` of each is marked as the cue beside it. */
const patterns: readonly (readonly [RegExp, CueKind])[] = [
  [/(?<!\bnothing (?:\w{1,12} )?)\b(?:rather|sooner|prefer\w{0,6}|better|instead)\b[^.;!?]{0,80}?\b(?<n>than)\b/dg, "versus"],
  [
    /\bprefer\w{0,6}\b (?!to\b)[^.;!?,]{0,60}?\b(?<n>to|over)\b(?! (?:be|wear|start|go|keep|help|make|feel|smell|use|have|get|match|suit|bring|carry|sleep|relax|calm|wake|remind|me)\b)/dg,
    "versus",
  ],
  [/\b(?:choose|pick|take|favou?r|go for|opt for)\b[^.;!?,]{0,60}?\b(?<n>over)\b/dg, "versus"],
  [/\b(?<n>over)\b [^.;!?,]{0,40}\bany ?(?:day|time)\b/dg, "versus"],
  [
    /\b(?:all|any|every)(?: \w{1,20}){1,3} (?<n>but)\b(?! (?:not|the ones|especially|mostly|i|it|also|still|only|please))/dg,
    "versus",
  ],
  [/(?<n>比)(?![較如方例賽重基起不])[^,。;!?.、]{1,12}?(?:更|還要?|好|適合|吸引|討喜|迷人|耐聞|舒服|得我心|來得)/dg, "versus"],
  /** "More floral than sweet" wishes for no sweetness and refuses none. */
  [/\b(?:more|less|sweeter|stronger|darker|lighter|softer|warmer|fresher)\b[^.;!?]{0,80}?\b(?<n>than)\b/dg, "aside"],
  /** "Leave those off", "keep it out of there". */
  [
    /\b(?<n>(?:leave|keep|take|cut|drop|skip|lose|ditch|strip|edit|kick|throw|rule|count|cross|send|push)(?:ing)? (?:it|them|those|these|that|this|both|all of (?:it|them|that)|the lot)(?: (?:all|well|right))?(?: (?:out|off|away|aside|behind|far)\b)?)/dg,
    "those",
  ],
  /** "Rose and jasmine out, cedar in", "leave the musk out"; 玫瑰out. */
  [/[a-z] (?<n>out)(?=\s{0,3}(?:[,.;!?]|$))/dg, "out"],
  [/[\u4e00-\u9fff] ?(?<n>out|ng)(?![a-z])/dg, "out"],
  /** "Leave the flowers out". */
  [/\b(?<n>leave|keep|take|cut|strip|edit)\b(?= [^.,;!?]{2,40} out\b)/dg, "not"],
  /** "One whiff and my nose shuts": a body is mentioned when it suffers. */
  [
    /(?<!\b(?:clears?|opens?|wakes?|calms?|quiets?|rests?|above|over|against|around|down|behind|on|near|lifts?|soothes?|to|follow) )\b(?<n>(?:my|his|her) (?:head|nose|throat|eyes|stomach|tummy|chest|lungs|sinuses|temples|airways|gut|insides))\b(?! (?:clear|clears|calm|is clear|up\b|open|free|happy|high))/dg,
    "dislike",
  ],
  [
    /(?<n>(?:頭|鼻子|鼻|喉嚨|眼睛|胃|胸口|太陽穴)(?:就|會|都|很|一直|開始|好|又|馬上|立刻)*(?:痛|疼|暈|昏|脹|塞|癢|酸|悶|翻|緊|不舒服|難受|發脹|發緊|抽|沉|卡|堵|不通|刺|爆|炸|漲|腫|紅|燙|流))/dg,
    "dislike",
  ],
  /** "…, I just can't." */
  [/\b(?<n>i (?:just |simply |really )?(?:can't|cannot))(?=\s{0,3}(?:[,.;!?]|$))/dg, "those"],
  [/[a-z] (?<n>too|as well|likewise)(?=\s{0,3}(?:[,.;!?]|$))/dg, "same"],
];
const replaceable = new Set<Token["cue"]>(["contrast", "pass", "turn", "and", "or", null]);

const japanesePatterns: readonly (readonly [RegExp, CueKind])[] = [
  [
    /(?<n>(?:頭|鼻|喉|のど|目|胃|胸|息)(?:が|に)(?!すっきり|冴え|澄|クリア|抜け|くすぐ|心地|やさし|優し|近|残|落ち着|軽|高鳴|とき|踊|躍|熱|響|広が|すーっ|スーッ|すうっ|覚め|浮か|いっぱい|良|よ|い))/dg,
    "after",
  ],
];

export function withMarks(line: string, tokens: readonly Token[], isJapanese: boolean): Token[] {
  const marks = marksIn(line, isJapanese ? japanesePatterns : patterns);
  if (marks.length === 0) return [...tokens];
  const all: Token[] = [];
  let at = 0;
  let counted = 0;
  const push = (token: Token) => {
    all.push(counted > 0 ? { ...token, gap: Math.max(0, token.gap - counted) } : token);
    counted = 0;
  };
  for (const mark of marks) {
    for (; (tokens[at]?.end ?? Number.POSITIVE_INFINITY) <= mark.start; at += 1) push(tokens[at] as Token);
    let next = at;
    while ((tokens[next]?.start ?? Number.POSITIVE_INFINITY) < mark.end) next += 1;
    const isFree = tokens.slice(at, next).every(({ cue, concepts }) => replaceable.has(cue) && concepts.length === 0);
    if (!isFree || !isInPlace(line, mark, all.at(-1))) continue;
    push(mark);
    counted = wordsIn(mark.word);
    at = next;
  }
  for (; at < tokens.length; at += 1) push(tokens[at] as Token);
  return all;
}

function marksIn(line: string, own: typeof patterns): Token[] {
  const marks = new Map<number, Token>();
  for (const [pattern, cue] of own)
    for (const { indices } of line.matchAll(pattern)) {
      const [start, end] = indices?.groups?.["n"] ?? [0, 0];
      if (!marks.has(start)) marks.set(start, { start, end, word: line.slice(start, end), concepts: [], cue, gap: 0 });
    }
  return [...marks.values()].sort((a, b) => a.start - b.start);
}

/** "Prefer jasmine to rose" compares; "something close to the skin" does not, nor does 比蜂蜜更甜. */
function isInPlace(line: string, { word, start }: Token, before: Token | undefined): boolean {
  if (!/^(?:to|over|比)$/.test(word)) return true;
  const isAdjacent =
    before !== undefined && line.slice(before.end, Math.min(start, before.end + 4)).trim() === "" && start <= before.end + 3;
  return isAdjacent && (before.concepts.length > 0 || before.cue === "pass");
}

/** Counted as the scan counts what it does not know. */
function wordsIn(text: string): number {
  return (text.match(/[a-z0-9']+/g)?.length ?? 0) + (text.match(/[^\sa-z0-9']/g)?.length ?? 0) / 2;
}
