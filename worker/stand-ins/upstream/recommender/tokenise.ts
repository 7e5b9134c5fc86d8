/** Finds known words, the longest first. Unknown words in between are counted. */
import { surveyQuestions } from "../data/survey.ts";
import { locales } from "../wire.ts";
import { allConcepts, conceptOf, wordsOf, type Concept } from "./lexicon.ts";
import reading from "./reading.json" with { type: "json" };

/**
 * The small words that part wishes from refusals; `negation.ts` says what each does, `ignore` are
 * stop words that hold a word which would mean something.
 */
type CueKind =
  | ("not" | "notLast" | "refuse" | "refuseBack" | "refuseNext" | "refuseLast" | "except")
  | ("wish" | "part" | "turn" | "or" | "and" | "ignore");

export interface Token {
  /** A survey option may stand for several; a cue or a mark for none. */
  concepts: readonly Concept[];
  cue: CueKind | "comma" | null;
  /** Unknown words since the previous token: a Latin word counts one, other characters a half. */
  gap: number;
}
type Meaning = Omit<Token, "gap">;
type Script = "chinese" | "japanese";

const part: Meaning = { concepts: [], cue: "part" };
const comma: Meaning = { concepts: [], cue: "comma" };
const mark = /[.!?;。…]/;
const listMark = /[,、]/;
const latin = /[a-z0-9']/;
const katakana = /[ァ-ヺー]/;
const blank = /[\s:：“”"「」『』()（）《》〈〉【】*_~-]/;

interface Index {
  meanings: Map<string, Meaning>;
  longest: number;
}
const indexes: Partial<Record<Script, Index>> = {};
/** Built on first use, not at start-up. */
const indexOf = (script: Script) => (indexes[script] ??= newIndex(script));

/** The earlier of equal words wins: survey sentences, then cues, then concepts. */
function newIndex(script: Script): Index {
  const spoken = locales.filter((locale) => locale !== (script === "chinese" ? "ja" : "zh"));
  const meanings = new Map<string, Meaning>();
  const add = (word: string, meaning: Meaning) => {
    const spelled = normalise(word, script);
    if (!meanings.has(spelled)) meanings.set(spelled, meaning);
  };
  // The page sends one line for each question. Options that refuse are read like any sentence.
  for (const locale of spoken)
    for (const { name, options } of surveyQuestions) {
      add(name[locale], part);
      for (const { text, means = [], avoids } of options)
        if (avoids === undefined) add(text[locale], { concepts: means.map(conceptOf), cue: null });
    }
  for (const locale of spoken)
    for (const [cue, words] of Object.entries(reading.cues[locale]))
      for (const word of wordsOf(words)) add(word, { concepts: [], cue: cue as CueKind });
  for (const concept of allConcepts) {
    const meaning = { concepts: [concept], cue: null };
    for (const locale of spoken) for (const word of concept.words[locale]) add(word, meaning);
    for (const picture of concept.emoji ?? "") add(picture, meaning);
  }
  return { meanings, longest: Math.max(...[...meanings.keys()].map((word) => word.length)) };
}

export const tokenise = (text: string): Token[] => text.split("\n").flatMap(tokeniseLine);

/** Kana make a line Japanese. Han characters alone are read as the language that knows more. */
function tokeniseLine(line: string): Token[] {
  if (/[\u3041-\u3096\u30a1-\u30fa]/.test(line)) return tokeniseAs("japanese", line);
  const chinese = tokeniseAs("chinese", line);
  if (!/\p{Script=Han}/u.test(line)) return chinese;
  const japanese = tokeniseAs("japanese", line);
  return unread(japanese) < unread(chinese) ? japanese : chinese;
}

const unread = (tokens: readonly Token[]) => tokens.reduce((sum, { gap }) => sum + gap, 0);

function tokeniseAs(script: Script, text: string): Token[] {
  const line = normalise(text, script);
  const { meanings, longest } = indexOf(script);
  const tokens: Token[] = [];
  let [at, gap, previousEnd] = [0, 0, 0];
  const push = (meaning: Meaning, length: number) => {
    tokens.push({ ...meaning, gap });
    [at, gap, previousEnd] = [at + length, 0, at + length];
  };
  while (at < line.length) {
    const character = line.charAt(at);
    let length = Math.min(longest, line.length - at);
    while (
      length > 0 &&
      !(meanings.has(line.slice(at, at + length)) && isWhole(line, at, at + length, previousEnd))
    )
      length -= 1;
    const found = meanings.get(line.slice(at, at + length));
    if (found !== undefined) push(found, length);
    else if (mark.test(character)) push(part, 1);
    else if (listMark.test(character)) push(comma, 1);
    else if (latin.test(character)) {
      while (at < line.length && latin.test(line.charAt(at))) at += 1;
      gap += 1;
    } else {
      if (!blank.test(character)) gap += 0.5;
      at += 1;
    }
  }
  return [...tokens, { ...part, gap }];
}

/** No "oud" in "court", no バラ in バランス; but バラ in バラジャム is a word. */
function isWhole(text: string, start: number, end: number, previousEnd: number): boolean {
  const [before, first] = [text.charAt(start - 1), text.charAt(start)];
  const [last, after] = [text.charAt(end - 1), text.charAt(end)];
  if (latin.test(first) && latin.test(before)) return false;
  if (latin.test(last) && latin.test(after)) return false;
  if (katakana.test(first) && katakana.test(before) && previousEnd !== start) return false;
  if (!katakana.test(last) || !katakana.test(after)) return true;
  return katakana.test(text.charAt(end + 1)) && katakana.test(text.charAt(end + 2));
}

/** One spelling for each word: width, case, accents, apostrophes, plurals, characters. */
function normalise(line: string, script: Script): string {
  const plain = line
    .normalize("NFKD")
    // Accents and variation selectors.
    .replace(/[\u0300-\u036f\ufe0e\ufe0f]/g, "")
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u02bc\uff07`\u00b4]/g, "'")
    .toLowerCase();
  const spelled = script === "japanese" ? spellKatakana(plain) : toTraditional(plain);
  return spelled.replace(/-(?!free\b)/g, " ").replace(/[a-z']{4,}/g, stem);
}

/** Plurals and the third person: "roses", "berries", "hates". */
function stem(word: string): string {
  if (/(?:ss|us|is|ves|'s)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/** ヴァニラ and バニラ, ウッディー and ウッディ. */
function spellKatakana(line: string): string {
  const sounds: Record<string, string> = { ァ: "バ", ィ: "ビ", ェ: "ベ", ォ: "ボ" };
  return line
    .replace(/ヴ([ァィェォ]?)/g, (_, vowel: string) => sounds[vowel] ?? "ブ")
    .replace(/ィー/g, "ィ");
}

const traditionalOf = new Map(
  [...reading.simplified].map((one, at) => [one, reading.traditional.charAt(at)]),
);

/** Characters that Taiwan writes in two ways are told apart by their word. */
function toTraditional(line: string): string {
  const spelled = line
    .replaceAll("面包", "麵包")
    .replace(/干(?=[净燥爽草花])/g, "乾")
    .replaceAll("放松", "放鬆")
    .replace(/生姜|姜(?=[茶汁花])/g, "薑");
  return Array.from(spelled, (one) => traditionalOf.get(one) ?? one).join("");
}
