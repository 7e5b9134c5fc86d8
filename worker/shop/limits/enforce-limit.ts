/**
 * Limits on what costs a mail, a row or a call to someone else. Members are counted by keyed hash,
 * visitors by canonical address. What strangers can fill makes others wait and shuts nobody out.
 */
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { Deps } from "../../deps.ts";
import type { Counter } from "../../env.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { somethingChanged } from "../../store/carts.ts";
import { count, forget, uncount, waitFor, type Limit } from "../../store/counters.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface Rule extends Omit<Limit, "key"> {
  /**
   * Filled by some for others. Beyond `max` so many pass in ten seconds: whoever tries again each
   * second, as the page does for a minute, gets in beside a stranger's ten a second.
   */
  beyond?: Counter;
}

const slowly = { beyond: "PER_TEN_SECONDS_10" } as const;
const freely = { beyond: "PER_TEN_SECONDS_50" } as const;

const rules = {
  "otp-send:member": { max: 5, windowMs: hourMs, spacingMs: minuteMs },
  "otp-send:address": { max: 30, windowMs: hourMs, ...slowly },
  /**
   * Across all codes of those who gave one password (`guesser.ts`). Resends alone would allow 25
   * guesses an hour; 25 a day are a 0.9 % chance a year for someone who has the password.
   */
  "otp-guess:member": { max: 25, windowMs: 24 * hourMs },
  /** R24. */
  "otp-guess:in-a-row": { max: 100, windowMs: 366 * 24 * hourMs },
  /** Counts failures only; the upstream locks by itself. A whole office may share one address. */
  "sign-in:address": { max: 100, windowMs: hourMs, ...freely },
  /** One password tried at many members from many addresses fails more often than people do. */
  "sign-in:all": { max: 1_000, windowMs: hourMs, ...freely },
  "sign-in:browser": { max: 30, windowMs: hourMs },
  "register:address": { max: 30, windowMs: hourMs, ...slowly },
  "forgot-password:address": { max: 30, windowMs: hourMs, ...slowly },
  /**
   * Nobody is refused beyond it. A mailed password should work for longer than this, so that a
   * mailbox gets five an hour and is never without a valid one, whoever asks.
   */
  "forgot-password:member": { max: 1, windowMs: 12 * minuteMs },
  "second-step:member": { max: 20, windowMs: hourMs },
  "change-password:member": { max: 20, windowMs: hourMs },
  /** Counts failures only, fewer than lock the owner out at the upstream. */
  "confirm-password:member": { max: 4, windowMs: hourMs },
  /** Each is a row kept for years and three queries of the 1,200 an hour. */
  "payment-attempt:member": { max: 30, windowMs: hourMs },
  /** Besides the checkout's own; a card that fails ten times is not going to work. */
  "payment-attempt:order": { max: 10, windowMs: hourMs },
  /** However it is tagged: its owner has asked for none of these mails. */
  "register:mailbox": { max: 10, windowMs: hourMs },
  /**
   * Mails that left, in all, so that no crowd of addresses costs the shop its good name with mail
   * providers. Codes, for which one must know a password, have the most.
   */
  "register:all": { max: 500, windowMs: hourMs, ...slowly },
  "forgot-password:all": { max: 500, windowMs: hourMs, ...slowly },
  "forgot-password:known": { max: 500, windowMs: hourMs, ...slowly },
  "otp-send:all": { max: 1_500, windowMs: hourMs, ...slowly },
  /** Each is three rows kept for 30 days: two gigabytes at most. */
  "guest-cart:address": { max: 300, windowMs: hourMs, ...slowly },
  "guest-cart:all": { max: 3_000, windowMs: hourMs, ...slowly },
} as const satisfies Record<string, Rule>;
export type LimitName = keyof typeof rules;
export type LimitOf = readonly [name: LimitName, subject: string];

export const everybody = "everybody";

/** What an IPv6 network of 65,536 households may do more than one of them. */
const networkTimes = 4;

export async function enforceLimit(deps: Deps, name: LimitName, subject: string): Promise<void> {
  await enforceLimits(deps, [[name, subject]]);
}

export async function isCounted(deps: Deps, name: LimitName, subject: string): Promise<boolean> {
  const limit = { key: keyOf(name, subject), ...rules[name] };
  return (await count(deps.db, limit, deps.now())).length > 0;
}

/**
 * Counts several in one call, each only where those before it were not reached: who pays for a
 * refusal comes first. The first of `statements` may ask whether all were counted: `changes() > 0`.
 */
export async function enforceLimits<const Statements extends readonly BatchItem<"sqlite">[] = []>(
  deps: Deps,
  wanted: readonly LimitOf[],
  statements: Statements = [] as unknown as Statements,
): Promise<BatchResponse<Statements>> {
  let limits = wanted.flatMap(limitsOf);
  for (;;) {
    const now = deps.now();
    const [first, ...rest] = limits;
    if (first === undefined) throw new Error("no limit to enforce");
    const answers = await deps.db.batch([
      count(deps.db, first, now),
      ...rest.map((limit) => count(deps.db, limit, now, somethingChanged)),
      ...statements,
    ]);
    const at = limits.findIndex((_, index) => Object(answers[index]).length === 0);
    const refused = limits[at];
    // A batch answers in the order of its statements.
    if (refused === undefined) return answers.slice(limits.length) as BatchResponse<Statements>;
    const { beyond, key } = refused;
    if (beyond === undefined || !(await deps.allows(beyond, key))) {
      // Whoever waits for others has used nothing up.
      if (beyond !== undefined && at > 0) await uncount(deps.db, keysOf(limits.slice(0, at)));
      throw await reached(deps, refused, now);
    }
    limits = [{ ...refused, max: Number.MAX_SAFE_INTEGER }, ...limits.slice(at + 1)];
  }
}

interface NamedLimit extends Limit, Pick<Rule, "beyond"> {
  name: LimitName;
}

async function reached(deps: Deps, limit: NamedLimit, now: number): Promise<ShopError> {
  deps.log.warn("limit.reached", { reason: limit.name, client: await deps.clientKey() });
  const waitMs = limit.beyond !== undefined ? 0 : await waitFor(deps.db, limit, now);
  return new ShopError("too_many_requests", {
    detail: { retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1000)) },
  });
}

/** A statement for an attempt that succeeded where only failures count, or that had no effect. */
export function takeBack(deps: Deps, ...counted: LimitOf[]) {
  return uncount(deps.db, keysOf(counted.flatMap(limitsOf)));
}

export function clearLimits({ db }: Deps, names: readonly LimitName[], subject: string) {
  const keys = names.map((name) => keyOf(name, subject));
  return forget(db, keys);
}

/** The /48 of a canonical address of IPv6; null for the others. */
export function networkOf(address: string): string | null {
  return address.includes(":") ? `${address.split(":", 3).join(":")}::/48` : null;
}

/** An address of IPv6 counts with its network too, which one customer may have whole. */
function limitsOf([name, subject]: LimitOf): NamedLimit[] {
  const own = { name, key: keyOf(name, subject), ...rules[name] };
  const network = name.endsWith(":address") ? networkOf(subject) : null;
  if (network === null) return [own];
  return [own, { ...own, key: keyOf(name, network), max: networkTimes * own.max }];
}

const keysOf = (limits: readonly Limit[]) => limits.map(({ key }) => key);

const keyOf = (name: LimitName, subject: string) => `${name}:${subject}`;

export type Counted = "address" | "network" | "member";

/**
 * The first filter: how many requests a minute, counted by Cloudflare instead of a row in the
 * database, and approximately. Who has signed in counts as a member and everybody else as an
 * address. Three people of one address at three times a person's speed stay below each number.
 */
const rates = {
  /** What is not named below: a screen asks for up to ten answers, of a read or two each. */
  api: { address: "PER_TEN_SECONDS_500", member: "PER_MINUTE_300" },
  /** A language model answers, which takes seconds and is paid for by the word. */
  chat: { address: "PER_MINUTE_10", network: "PER_MINUTE_60", member: "PER_MINUTE_10" },
  /** A row upstream that nobody removes; a quiz starts one. */
  "survey-start": { address: "PER_MINUTE_10", network: "PER_MINUTE_60", member: "PER_MINUTE_10" },
  "survey-submit": { address: "PER_MINUTE_10", network: "PER_MINUTE_60", member: "PER_MINUTE_10" },
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

export async function enforceRate(deps: Deps, name: RateName, counted: Counted, subject: string) {
  const rate: Partial<Record<Counted, Counter>> = rates[name];
  const counter = rate[counted];
  if (counter === undefined) return;
  const limit = `${name}:${counted}`;
  if (await deps.allows(counter, `${limit}:${subject}`)) return;
  // Counters do not say when their time began.
  const retry_after_seconds = counter.startsWith("PER_TEN") ? 1 : 60;
  throw new ShopError("too_many_requests", { detail: { retry_after_seconds }, reason: limit });
}
