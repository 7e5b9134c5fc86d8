import type { Result } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

/**
 * Where one route's pattern fits another's address, as `orders/:id` does `orders/my-orders`, Hono searches a tree for each request.
 * What it finds for an address that is declared without parameters is always the same, and is remembered.
 */
export class RememberingRouter<T> extends TrieRouter<T> {
  readonly #declared = new Set<string>();
  readonly #found = new Map<string, Result<T>>();

  /** By method and address. Those that are not declared are never among them, so that strangers cannot make it grow. */
  get size(): number {
    return this.#found.size;
  }

  override add(method: string, path: string, handler: T): void {
    // A request's address comes without the slash at its end.
    if (!/[:*]/.test(path)) this.#declared.add(path.replace(/(?<=.)\/$/, ""));
    super.add(method, path, handler);
  }

  override match(method: string, path: string): Result<T> {
    if (!this.#declared.has(path)) return super.match(method, path);
    const key = `${method} ${path}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = super.match(method, path);
    this.#found.set(key, found);
    return found;
  }
}
