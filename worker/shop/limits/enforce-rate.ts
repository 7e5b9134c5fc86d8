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
  /** What is not named below: a screen asks for up to ten answers, of a read or two each. */
  api: { address: "PER_TEN_SECONDS_500", member: "PER_MINUTE_300" },
  /** A language model answers, which takes seconds and is paid for by the word. */
  chat: { address: "PER_MINUTE_10", network: "PER_MINUTE_60", member: "PER_MINUTE_10" },
  /** A row upstream that nobody removes; a quiz starts one. */
  "survey-start": { address: "PER_MINUTE_10", network: "PER_MINUTE_60", member: "PER_MINUTE_10" },
  "survey-submit": { address: "PER_MINUTE_10", network: "PER_MINUTE_60", member: "PER_MINUTE_10" },
  /** A read of the database. */
  "cart-read": { address: "PER_MINUTE_300", member: "PER_MINUTE_300" },
  /** Writes, and up to five reads upstream. Somebody may tap + and − quickly. */
  "cart-write": { address: "PER_MINUTE_120", network: "PER_MINUTE_300", member: "PER_MINUTE_120" },
  /** By session, made up or not. Each renewal is a row; every page that opens asks for one. */
  refresh: { member: "PER_MINUTE_120" },
  /** By right password and who gave it: each is a row and a session upstream. */
  "sign-in": { member: "PER_TEN_SECONDS_10" },
  /** What pays is never counted by address: others there must get to their orders. */
  checkout: { member: "PER_MINUTE_60" },
} as const satisfies Record<string, Partial<Record<Counted, Counter>>>;
export type RateName = keyof typeof rates;

/** Nothing where the rate does not count these. @throws ShopError `too_many_requests`. */
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
