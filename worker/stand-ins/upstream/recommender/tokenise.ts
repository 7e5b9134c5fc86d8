/** Finds known words in one pass, the longest first. Unknown words in between are counted. */
import { surveyQuestions } from "../data/survey.ts";
import { locales, type Locale } from "../wire.ts";
import { allConcepts, conceptOf, wordsOf, type Concept } from "./concepts.ts";
import { cueWords, type CueKind } from "./lexicon/cues.ts";
import { normalise, type Script } from "./normalise.ts";
import { WordIndex, type Entry } from "./word-index.ts";

export interface Token {
  /** A survey option may stand for several; a cue or a mark for none. */
  concepts: readonly Concept[];
  cue: CueKind | "stop" | "comma" | "listComma" | null;
  /** Unknown words since the previous token: a Latin word counts one, any other character a half. */
  gap: number;
}
type Meaning = Omit<Token, "gap">;

const stop: Meaning = { concepts: [], cue: "stop" };
const marks: Record<string, Meaning> = {
  ",": { concepts: [], cue: "comma" },
  "、": { concepts: [], cue: "listComma" },
};
const stops = /[.!?;。…]/;
const latinWord = /[a-z0-9']/;
const blank = /[\s:：“”"「」『』()（）《》〈〉【】*_~-]/;

const indexes: Partial<Record<Script, WordIndex<Meaning>>> = {};
/** Built on first use, not at start-up. */
const indexOf = (script: Script) => (indexes[script] ??= new WordIndex(vocabulary(script)));

/** The earlier of equal words wins: survey sentences, then cues and stop words, then concepts. */
function* vocabulary(script: Script): Generator<Entry<Meaning>> {
  const spoken = locales.filter((locale) => locale !== (script === "chinese" ? "ja" : "zh"));
  const entry = (word: string, meaning: Meaning) => ({ word: normalise(word, script), meaning });
  for (const locale of spoken)
    for (const [words, meaning] of surveySentences(locale)) yield entry(words, meaning);
  for (const locale of spoken)
    for (const [word, cue] of cuesIn(locale)) yield entry(word, { concepts: [], cue });
  for (const concept of allConcepts) {
    for (const locale of spoken)
      for (const word of concept.words[locale])
        yield entry(word, { concepts: [concept], cue: null });
    for (const picture of concept.emoji ?? "")
      yield entry(picture, { concepts: [concept], cue: null });
  }
}

const cuesIn = (locale: Locale) =>
  // The keys of a record are its key type.
  (Object.entries(cueWords[locale]) as [CueKind, string][]).flatMap(([cue, words]) =>
    wordsOf(words).map((word) => [word, cue] as const),
  );

/** The page sends one line for each question. Options that refuse something ("No musk") are read like any sentence. */
function surveySentences(locale: Locale): [string, Meaning][] {
  return surveyQuestions.flatMap(({ name, options }) => [
    [name[locale], stop] as [string, Meaning],
    ...options
      .filter(({ avoids }) => avoids === undefined)
      .map(({ text, means = [] }): [string, Meaning] => [
        text[locale],
        { concepts: means.map(conceptOf), cue: null },
      ]),
  ]);
}

const kana = /[\u3041-\u3096\u30a1-\u30fa]/;
const han = /\p{Script=Han}/u;

export const tokenise = (text: string): Token[] => text.split("\n").flatMap(tokeniseLine);

/**
 * Kana make a line Japanese. A line of Han characters only is read as the language that knows more of them, 「金木犀、桜」 or 「桂花、櫻花」.
 */
function tokeniseLine(line: string): Token[] {
  if (kana.test(line)) return tokeniseAs("japanese", line);
  const chinese = tokeniseAs("chinese", line);
  if (!han.test(line)) return chinese;
  const japanese = tokeniseAs("japanese", line);
  return unread(japanese) < unread(chinese) ? japanese : chinese;
}

const unread = (tokens: readonly Token[]) => tokens.reduce((sum, { gap }) => sum + gap, 0);

function tokeniseAs(script: Script, text: string): Token[] {
  const line = normalise(text, script);
  const index = indexOf(script);
  const tokens: Token[] = [];
  let [at, gap, previousEnd] = [0, 0, 0];
  const push = (meaning: Meaning, end: number) => {
    tokens.push({ ...meaning, gap });
    [at, gap, previousEnd] = [end, 0, end];
  };
  while (at < line.length) {
    const found = index.longestAt(line, at, previousEnd);
    const character = line.charAt(at);
    if (found !== null) push(found.meaning, at + found.word.length);
    else if (stops.test(character)) push(stop, at + 1);
    else if (marks[character] !== undefined) push(marks[character], at + 1);
    else if (latinWord.test(character)) {
      while (at < line.length && latinWord.test(line.charAt(at))) at += 1;
      gap += 1;
    } else {
      if (!blank.test(character)) gap += 0.5;
      at += 1;
    }
  }
  return [...tokens, { ...stop, gap }];
}
