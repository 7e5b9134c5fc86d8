/** Longest-match dictionary over UTF-16 units: one walk from each position, never longer than the longest word. */

interface Node<T> {
  next: Map<number, Node<T>>;
  values: T[] | null;
  word: string;
  inflects: boolean;
}

export interface Found<T> {
  values: readonly T[];
  word: string;
  end: number;
  steps: number;
}

const latin = /[a-z0-9]/;
const katakana = /[\u30a1-\u30fa\u30fc]/;
const onlyKatakana = /^[\u30a1-\u30fa\u30fc]+$/;
/** What an English word of the lexicon may carry: lemons, peaches, the sea's, lemony, forest-like, snowed, warmest. */
const suffixes = [
  "",
  "s",
  "es",
  "'s",
  "y",
  "ish",
  "ty",
  "-like",
  "-ish",
  "-y",
  "-scented",
  "-tinged",
  "ed",
  "d",
  "ing",
  "er",
  "est",
];

export class WordTrie<T> {
  readonly #root: Node<T> = { next: new Map(), values: null, word: "", inflects: false };

  /** `inflects`: an English noun or adjective may carry an ending. */
  add(word: string, value: T, inflects = false): void {
    if (word === "") return;
    let node = this.#root;
    for (let at = 0; at < word.length; at += 1) {
      const unit = word.charCodeAt(at);
      let next = node.next.get(unit);
      if (next === undefined) {
        next = { next: new Map(), values: null, word: "", inflects: false };
        node.next.set(unit, next);
      }
      node = next;
    }
    node.word = word;
    node.inflects ||= inflects;
    (node.values ??= []).push(value);
  }

  /** The longest word that begins at `start` and ends where a word may end. `previousEnd` is where the last match ended. */
  longestAt(text: string, start: number, previousEnd: number): Found<T> | null {
    let node: Node<T> | undefined = this.#root;
    let best: Found<T> | null = null;
    let steps = 0;
    for (let at = start; at < text.length; at += 1) {
      node = node.next.get(text.charCodeAt(at));
      steps += 1;
      if (node === undefined) break;
      if (node.values === null) continue;
      const end = endOfWord(text, start, at + 1, node, previousEnd);
      if (end !== null) best = { values: node.values, word: node.word, end, steps };
    }
    if (best !== null) best.steps = steps;
    return best;
  }
}

/** Where the match ends, with its suffix; null when it would cut a word in two. */
function endOfWord(
  text: string,
  start: number,
  end: number,
  { word, inflects }: Pick<Node<unknown>, "word" | "inflects">,
  previousEnd: number,
): number | null {
  if (onlyKatakana.test(word)) return isWholeKatakana(text, start, end, word, previousEnd) ? end : null;
  if (!latin.test(word.charAt(word.length - 1))) return end;
  if (latin.test(word.charAt(0)) && start > 0 && latin.test(text.charAt(start - 1))) return null;
  for (const suffix of inflects && word.length > 2 ? suffixes : [""]) {
    if (text.startsWith(suffix, end) && !latin.test(text.charAt(end + suffix.length))) return end + suffix.length;
  }
  return null;
}

/** バラ stands alone, but a longer word may be one half of a compound: ホワイトムスク, ミントティー. */
function isWholeKatakana(text: string, start: number, end: number, word: string, previousEnd: number): boolean {
  const isCutBefore = start > 0 && start !== previousEnd && katakana.test(text.charAt(start - 1));
  const isCutAfter = katakana.test(text.charAt(end));
  return !(isCutBefore && word.length < 4) && !(isCutAfter && word.length < 3);
}
