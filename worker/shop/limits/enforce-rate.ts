/**
 * The first filter: how many requests a minute, counted by Cloudflare instead of a row in the database. Approximate, so what must
 * be exact is in `enforce-limit.ts`.
 *
 * Who has signed in counts as a member and everybody else as an address: strangers at a member's address take nothing from them.
 * A person reads what comes; three people of one address at three times their speed stay below each number.
 */
import type { Deps } from "../../deps.ts";
import type { PerMinute } from "../../env.ts";
import { ShopError } from "../../errors/shop-error.ts";

type Counted = "address" | "member";

const rates = {
  /** What is not named below. A screen asks for up to ten answers, none of which costs more than a read or two. */
  api: { address: 1200, member: 300 },
  /** A language model answers, which takes seconds and is paid for by the word. */
  chat: { address: 10, member: 10 },
  /** A row upstream that nobody removes; a quiz starts one. */
  "survey-start": { address: 10, member: 10 },
  "survey-submit": { address: 10, member: 10 },
  /** A read of the database. */
  "cart-read": { address: 300, member: 300 },
  /** Writes, and up to five reads upstream for the price of a line. Somebody may tap + and − quickly. */
  "cart-write": { address: 120, member: 120 },
  /** Each renewal is a row kept for the life of the session; every page that is opened asks for one. */
  refresh: { address: 120 },
  /** A slow password digest upstream for each try, and for a member a row and a session upstream for each that succeeds. */
  "sign-in": { address: 60, member: 10 },
  /** What pays is never counted by address: no flood from an address may stand between others there and their order. */
  checkout: { member: 60 },
  /** A look is kept for ten seconds. */
  health: { address: 60 },
} as const satisfies Record<string, Partial<Record<Counted, PerMinute>>>;
export type RateName = keyof typeof rates;

/** Counters do not say when their minute began. */
const waitSeconds = 60;

/** Does nothing where the rate has no number for who is counted. @throws ShopError `too_many_requests`. */
export async function enforceRate(
  deps: Deps,
  name: RateName,
  counted: Counted,
  subject: string,
): Promise<void> {
  const rate: Partial<Record<Counted, PerMinute>> = rates[name];
  const allowance = rate[counted];
  if (allowance === undefined) return;
  const limit = `${name}:${counted}`;
  if (await deps.allows(allowance, `${limit}:${subject}`)) return;
  throw new ShopError("too_many_requests", {
    detail: { retry_after_seconds: waitSeconds },
    reason: limit,
  });
}
