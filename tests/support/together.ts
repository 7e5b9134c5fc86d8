import type { Shop } from "./shop.ts";

/**
 * `count` calls that really are under way at the same time. Node sends the first request of a burst alone and the others
 * only when it has been answered, so a harmless one goes ahead.
 */
export async function together<T>(
  shop: Shop,
  count: number,
  call: (index: number) => Promise<T>,
): Promise<T[]> {
  const ahead = shop.fetch("/api/v1/auth/sessions").then((response) => response.text());
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => call(index)));
  await ahead;
  return answers;
}
