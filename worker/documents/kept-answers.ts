/**
 * Answers that an isolate has made from published content. One is used for as long as what it was
 * made from is what is published, so answers of different versions never mix.
 */
interface Kept<Answer> {
  sources: readonly unknown[];
  answer: Answer;
}

export class KeptAnswers<Answer> {
  readonly #kept = new Map<string, Kept<Answer>>();
  readonly #most: number;

  /** @param most - when there are more, the one made first is dropped. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** @param sources - compared by identity. */
  async get(
    key: string,
    sources: readonly unknown[],
    make: () => Answer | Promise<Answer>,
  ): Promise<Answer> {
    const known = this.#kept.get(key);
    if (known !== undefined && isSame(known.sources, sources)) return known.answer;
    const answer = await make();
    this.#kept.delete(key);
    this.#kept.set(key, { sources, answer });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
    return answer;
  }
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}
