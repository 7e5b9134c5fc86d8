/**
 * What turns a word into its opposite: "not allergic", 不討厭, 嫌いではない are no refusals, "never enjoyed", 沒有很愛,
 * 好きというわけではない are. And comparisons, whose losing side is marked by a word too short to be in the dictionary.
 */
import type { CueKind } from "./lexicon/cues.ts";
import { likenedAt, subjectsOf } from "./likeness.ts";
import { isSentenceEnd } from "./lists.ts";
import { withMarks } from "./marks.ts";
import type { Token } from "./tokens.ts";

const farthest = 28;

const english = {
  negated:
    /(?:\b(?:not|never|nothing|nobody|none|no longer|hardly|barely|scarcely|seldom|rarely|nor|neither|cannot|without|no)|n't)(?: (?:really|exactly|particularly|especially|much|even|quite|all|that|very|ever|usually|always|an?|the|huge|big|great|any|going to|be|been|have|had|get|do|actually|truly|terribly|overly|too|so|necessarily|in the least|at all|my|i|would|say|make me|makes me|give me|gives me|me|him|her|us|cause|causes|trigger))* $/,
  never: /(?:(?:never|not)(?: [a-z]+)? never|who (?:wouldn't|doesn't|couldn't|would not)) $/,
  /** "Can't imagine a day without coffee". */
  missed: /(?:can't|cannot|couldn't|could not|wouldn't|would not|never|not|impossible to|hard to)\b[^.,;!?]{0,40} $/,
  /** "Can't stand it" refuses what was named before. */
  pronoun:
    /^(?: (?:is|be|being|do|the|smell|smells|smelling|wear|wearing|of|to|put|add|use|include|want|like|need|have|pick|choose|any|either|both|all|with|by|when))* (?:it|them|those|these|that)\b(?! (?:smell|scent|note|is|was|are|\w+ing)\b)/,
  /** "They make me sneeze", "…, which gives me hives". */
  subject:
    /\b(?:they|these|those|both|all of them|all of these|all of which|both of which|all three|which|it)(?: (?:all|both|always|just|really|also|usually|often|can|would|will|make me|makes me|give me|gives me|makes|make|sets|set|smell|smells|is|are|a))* $/,
  verb: /^(?:don't|do not|not|never|can't|cannot|won't|didn't|doesn't|does not)$/,
};
const chinese = {
  likeNegated:
    /(?:不|沒有?|無法|從未|未|並非|非|難)(?:是|會|太|很|怎麼|怎樣|那麼|這麼|大|再|想|特別|算|曾|夠|能|可|真的|覺得|多|一定|有)*$/,
  /** 沒有檸檬我活不下去. */
  missed: /^[^,。;!?]{1,10}(?:活不下去|不行|不能活|會死|怎麼行|怎麼可以|就不完整|少了什麼)/,
  pronounBefore:
    /(?<!沒有|沒|少了|非|缺了)(?:它|那個|這個|那些|這些|那味道|這味道|[那這](?:種|股)味道|[兩三]種|[兩三]個)(?:我|真的|實在|都|就|也|還|會|請|通通|統統|一律|全)*$/,
  pronounBehind: /^(?:放|加|用|給我|有|聞到|碰到|看到|到)*(?:它|那個|這個|那些|這些|[那這]種味道|[那這]味道)(?![香花草木茶果])/,
  dislikeNegated:
    /(?:不|沒有?|從不|並不|並非|毫不)(?:是|會|算|覺得|曾|有|怎麼|特別|至於|用|需要|必|再|太|那麼|讓我|那種|很|真的|對.{1,6})*$/,
};
const japanese = {
  missed: /^(?:生き|始まら|困|なら|だめ|ダメ|落ち着か|物足り|眠れ|いけ|始まり)/,
  pronounBefore:
    /(?:それ|これ|あれ|それら|これら|どちら|両方|どれ|[こそあ]の(?:香り|匂い|におい)|ああいうの|そういうの|こういうの)(?:だけ|ら)?(?:は|が|も|を|とも|だけは)?(?:ちょっと|どうしても|絶対|本当に|とにかく|全部|すべて)*$/,
  likeUndone:
    /^(?:な|だ|という|って)*(?:わけ|ほう|方|もの|訳|系|タイプ|香り)?(?:では|じゃ|でも|とは|には|に|と|く|は|が|も|て|い|ても|って)*(?:ない(?!と|で)|なく(?!て)|なか|ません|ありません|なれない|なれま|思えない|思えま|思いません|思わない|言えない|言えま|いえない)/,
  dislikeUndone:
    /^な(?:人|ひと|方|者)(?:なんて|なんか|は|が)*い(?:ない|ません)|^手はな|^(?:な|だ|という|っていう|と言う|といった)*(?:わけ|訳|ほど|もの|こと)?(?:では|じゃ|でも|で|く|くは|くも|とは|とも|とまでは|は|が|も|も特に|は特に)?(?:なく(?!て)|ない(?!と)|なかった|ありません|なさそう|思いません|思わない|言えません|言えない|いえない|限りません|限らない|ございません)/,
};

const latin = /^[a-z]/;
export function turned(line: string, tokens: readonly Token[], isJapanese: boolean): Token[] {
  const own = tokens.map((token) => ({ ...token, cue: turnedCue(line, token, isJapanese) }));
  return withLikeness(line, withMarks(line, own, isJapanese), isJapanese);
}

/** Words that are only ever complaints: nobody wishes for them. */
const complaint =
  /^(?:cloying|sickly|sickly-sweet|sickly sweet|saccharine|overpowering|overwhelming scent|harsh|pungent|screechy|cheap perfume|air freshener|刺鼻|嗆鼻|嗆|膩|太膩|甜膩|膩人|過甜|死甜|廉價香水|きつい|ツンと|つんと|甘ったる|甘ったるさ|くどい甘さ|安っぽい|芳香剤)$/;

/** ヒノキなしの風呂なんて考えられない, 雨ほど落ち着くものはない. */
const unthinkable = /^[^。.!?]{0,14}(?:考えられ|生きられ|始まら|語れ|いられ|眠れ|過ごせ|成り立た|ありえ)/;
const unequalled = /ほど[^。、.!?]{1,14}$/;

function turnedCue(line: string, { word, cue, concepts, start, end }: Token, isJapanese: boolean): Token["cue"] {
  if (cue === null) return concepts.length > 0 && complaint.test(word) ? "complaint" : cue;
  if (cue === "afterClose" && /^(?:なし|抜き|ぬき|なしの|抜きの|無しの)$/.test(word))
    return unthinkable.test(line.slice(end, end + farthest)) ? "like" : cue;
  if (cue !== "like" && cue !== "dislike" && cue !== "after" && cue !== "not") return cue;
  const before = line.slice(Math.max(0, start - farthest), start);
  const behind = line.slice(end, end + farthest);
  if (isJapanese && cue === "dislike" && /[\u3041-\u30ff]$/.test(before.trimEnd())) return "after";
  if (latin.test(word)) return turnedEnglish(word, cue, before, behind);
  if (cue === "not") return word === "沒有" && chinese.missed.test(behind) ? "like" : cue;
  if (isJapanese) {
    if (/^.(?:ちょっと|いや)$/.test(word)) return /^(?:[。.!…、,]|[でだな]|$)/.test(behind) ? cue : "pass";
    if (word === "なければ" && japanese.missed.test(behind)) return "like";
    if (cue === "like") return japanese.likeUndone.test(behind) ? "after" : cue;
    if (japanese.dislikeUndone.test(behind) || (word.endsWith("ない") && unequalled.test(before))) return "like";
    return japanese.pronounBefore.test(before) ? "those" : cue;
  }
  if (cue === "like") return chinese.likeNegated.test(before) ? "dislike" : cue;
  if (chinese.dislikeNegated.test(before)) return "like";
  return chinese.pronounBefore.test(before) || chinese.pronounBehind.test(behind) ? "those" : cue;
}

function turnedEnglish(word: string, cue: CueKind, before: string, behind: string): CueKind {
  if (word === "without") return english.missed.test(before) ? "like" : cue;
  const isNegated = cue !== "not" && english.negated.test(before) && !english.never.test(before);
  const isOwnNegation = /^(?:no|not|nope|nah|never|can't|don't|absolutely|definitely|certainly)\b/.test(word);
  if (isNegated && !isOwnNegation) return cue === "like" ? "dislike" : "like";
  if (cue === "dislike" && english.subject.test(before)) return "those";
  const isOfPronoun = (cue === "dislike" || (cue === "not" && english.verb.test(word))) && english.pronoun.test(behind);
  return isOfPronoun ? "those" : cue;
}

function withLikeness(line: string, tokens: readonly Token[], isJapanese: boolean): Token[] {
  const all: Token[] = [];
  let isStart = true;
  let awaited: { at: number; place: number } | null = null;
  tokens.forEach((token, at) => {
    if (isStart) {
      const subject = subjectsOf(tokens, at).at(-1);
      const place = subject === undefined ? null : likenedAt(line, tokens[subject] as Token, isJapanese);
      awaited = subject === undefined || place === null ? null : { at: subject, place };
    }
    isStart = isSentenceEnd(token);
    all.push(token);
    if (awaited !== null && awaited.at === at) {
      all.push({ start: awaited.place, end: awaited.place, word: "", concepts: [], cue: "seems", gap: 0 });
      awaited = null;
    }
  });
  return all;
}
