/**
 * Hono's router for routes of any shape, with what it has found lately. The shop's are of such a shape (`orders/my-orders` beside
 * `orders/:id`), and a walk through the tree costs each request as much as all of its headers.
 */
import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

/** A longer path names something that is not asked for twice. */
const longestPath = 100;

export class RememberingRouter<T> implements Router<T> {
  readonly name = "RememberingRouter";
  readonly #tree = new TrieRouter<T>();
  readonly #found = new Map<string, Result<T>>();
  readonly #most: number;

  /** @param most - when there are more, the one found first is forgotten. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#found.size;
  }

  add(method: string, path: string, handler: T): void {
    this.#found.clear();
    this.#tree.add(method, path, handler);
  }

  match(method: string, path: string): Result<T> {
    const name = `${method} ${path}`;
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const found = this.#tree.match(method, path);
    if (path.length > longestPath) return found;
    this.#found.set(name, found);
    for (const first of this.#found.keys()) {
      if (this.#found.size <= this.#most) break;
      this.#found.delete(first);
    }
    return found;
  }
}
