/** Finds the longest known word at a position. */
export interface Entry<Meaning> {
  word: string;
  meaning: Meaning;
}

const latin = /[a-z0-9']/;
const katakana = /[ァ-ヺー]/;
const prefixLength = 2;

export class WordIndex<Meaning> {
  /** By the first two characters, longest first; one-character words by that one. */
  readonly #buckets = new Map<string, Entry<Meaning>[]>();

  constructor(entries: Iterable<Entry<Meaning>>) {
    for (const entry of entries) {
      const prefix = entry.word.slice(0, prefixLength);
      const bucket = this.#buckets.get(prefix);
      if (bucket === undefined) this.#buckets.set(prefix, [entry]);
      else if (!bucket.some(({ word }) => word === entry.word)) bucket.push(entry);
    }
    for (const bucket of this.#buckets.values())
      bucket.sort((a, b) => b.word.length - a.word.length);
  }

  /** `previousEnd` is the end of the previous word: katakana words may follow each other without a space. */
  longestAt(text: string, at: number, previousEnd: number): Entry<Meaning> | null {
    const fits = ({ word }: Entry<Meaning>) =>
      text.startsWith(word, at) && isWhole(text, at, at + word.length, previousEnd);
    for (let length = prefixLength; length > 0; length -= 1) {
      const found = this.#buckets.get(text.slice(at, at + length))?.find(fits);
      if (found !== undefined) return found;
    }
    return null;
  }
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
