/**
 * The first filter: how many requests a minute, counted by Cloudflare instead of a row in the
 * database. Approximate, so what must be exact is in `enforce-limit.ts`.
 *
 * Who has signed in counts as a member and everybody else as an address: a stranger fills a number
 * for visitors at the same address, or in the same network of IPv6, and for nobody else. A person
 * reads what comes; three people of one address at three times their speed stay below each number.
 */
import type { Deps } from "../../deps.ts";
import type { Counter } from "../../env.ts";
import { ShopError } from "../../errors/shop-error.ts";

export type Counted = "address" | "network" | "member";

const rates = {
  /**
   * What is not named below: a screen asks for up to ten answers, none of which costs more than a
   * read or two, and people wait their turn in it.
   */
  api: { address: "PER_TEN_SECONDS_500", member: "PER_MINUTE_300" },
  /** A language model answers, which takes seconds and is paid for by the word. */
  chat: { address: "PER_MINUTE_10", network: "PER_MINUTE_60", member: "PER_MINUTE_10" },
  /** A row upstream that nobody removes; a quiz starts one. */
  "survey-start": { address: "PER_MINUTE_10", network: "PER_MINUTE_60", member: "PER_MINUTE_10" },
  "survey-submit": { address: "PER_MINUTE_10", network: "PER_MINUTE_60", member: "PER_MINUTE_10" },
  /** A read of the database. */
  "cart-read": { address: "PER_MINUTE_300", member: "PER_MINUTE_300" },
  /**
   * Writes, and up to five reads upstream for the price of a line. Somebody may tap + and −
   * quickly.
   */
  "cart-write": { address: "PER_MINUTE_120", network: "PER_MINUTE_300", member: "PER_MINUTE_120" },
  /**
   * By session, also one that is made up. Each renewal is a row kept for its life; every page that
   * is opened asks for one.
   */
  refresh: { member: "PER_MINUTE_120" },
  /** By right password and who gave it: each is a row and a session upstream. */
  "sign-in": { member: "PER_TEN_SECONDS_10" },
  /**
   * What pays is never counted by address: no flood from an address may stand between others there
   * and their order.
   */
  checkout: { member: "PER_MINUTE_60" },
} as const satisfies Record<string, Partial<Record<Counted, Counter>>>;
export type RateName = keyof typeof rates;

/**
 * Does nothing where the rate has no number for who is counted. @throws ShopError
 * `too_many_requests`.
 */
export async function enforceRate(
  deps: Deps,
  name: RateName,
  counted: Counted,
  subject: string,
): Promise<void> {
  const rate: Partial<Record<Counted, Counter>> = rates[name];
  const counter = rate[counted];
  if (counter === undefined) return;
  const limit = `${name}:${counted}`;
  if (await deps.allows(counter, `${limit}:${subject}`)) return;
  // Counters do not say when their time began.
  const retry_after_seconds = counter.startsWith("PER_TEN") ? 1 : 60;
  throw new ShopError("too_many_requests", { detail: { retry_after_seconds }, reason: limit });
}
