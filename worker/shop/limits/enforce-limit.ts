/**
 * Every limit on actions that cost a mail, a row or a call to someone else. Members are counted by keyed hash, visitors by
 * canonical address.
 */
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { somethingChanged } from "../../store/carts.ts";
import { count, countAgainst, forget, uncount, waitFor, type Limit } from "../../store/limits.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const rules = {
  "otp-send:member": { max: 5, windowMs: hourMs, spacingMs: minuteMs },
  "otp-send:address": { max: 30, windowMs: hourMs },
  /**
   * Across all codes of those who gave one password (`guesser.ts`). Resends alone would allow 25 guesses an hour; 25 a day are a
   * 0.9 % chance a year for someone who has the password.
   */
  "otp-guess:member": { max: 25, windowMs: 24 * hourMs },
  /** In a row. Then a mailed password is the way back (R24). */
  "otp-guess:in-a-row": { max: 100, windowMs: 366 * 24 * hourMs },
  /** Counts failures only; the upstream locks by itself. A whole office may share one address. */
  "sign-in:address": { max: 300, windowMs: hourMs },
  /** The same in a browser that the member signed in with recently. */
  "sign-in:browser": { max: 30, windowMs: hourMs },
  "register:address": { max: 300, windowMs: hourMs },
  "forgot-password:address": { max: 30, windowMs: hourMs },
  /**
   * Nobody is refused beyond it: the mail that is out stays valid. A mailed password should work for longer than this, so that
   * a mailbox gets five an hour and is never without a valid one, whoever asks.
   */
  "forgot-password:member": { max: 1, windowMs: 12 * minuteMs },
  /** First codes of an authenticator that is being turned on. */
  "second-step:member": { max: 20, windowMs: hourMs },
  "change-password:member": { max: 20, windowMs: hourMs },
  /** Counts failures only. Fewer than lock the account at the upstream: whoever sits at an open browser must not lock its owner out. */
  "confirm-password:member": { max: 4, windowMs: hourMs },
  /** Each is a row kept for years and three queries to the gateway, which share one budget of 1,200 an hour. */
  "payment-attempt:member": { max: 30, windowMs: hourMs },
  /** Besides the checkout's own; a card that fails ten times is not going to work. */
  "payment-attempt:order": { max: 10, windowMs: hourMs },
  /** To one mailbox however it is tagged, of whoever registers it: its owner has asked for none of them. */
  "register:mailbox": { max: 10, windowMs: hourMs },
  /**
   * Mails that left, in all, so that no crowd of addresses costs the shop its good name with mail providers. Each kind apart:
   * strangers' registrations take nothing from members' passwords, and codes, for which one must know a password, have the most.
   * Whoever fills one keeps out others of that kind: who registers, members who never signed in here, members.
   */
  "register:all": { max: 1_000, windowMs: hourMs },
  "forgot-password:all": { max: 1_000, windowMs: hourMs },
  "forgot-password:known": { max: 1_000, windowMs: hourMs },
  "otp-send:all": { max: 3_000, windowMs: hourMs },
  /** Each is a row kept for 30 days. */
  "guest-cart:address": { max: 300, windowMs: hourMs },
} as const satisfies Record<string, Omit<Limit, "key">>;
export type LimitName = keyof typeof rules;
type LimitOf = readonly [name: LimitName, subject: string];

/** The subject of what is counted for all together. */
export const everybody = "everybody";

/** @throws ShopError `too_many_requests` with `retry_after_seconds`. */
export async function enforceLimit(deps: Deps, name: LimitName, subject: string): Promise<void> {
  const waitMs = await countAgainst(deps.db, limitOf(name, subject), deps.now());
  if (waitMs !== null) throw await reached(deps, name, waitMs);
}

/** For a limit beyond which nobody is refused. */
export async function isCounted(deps: Deps, name: LimitName, subject: string): Promise<boolean> {
  return (await count(deps.db, limitOf(name, subject), deps.now())).length > 0;
}

/**
 * Counts several in one call, each only where those before it were not reached: the order is that of who pays for a refusal.
 * @throws as above.
 */
export async function enforceLimits(
  deps: Deps,
  ...wanted: readonly [first: LimitOf, ...rest: LimitOf[]]
): Promise<void> {
  const now = deps.now();
  const [first, ...rest] = wanted.map(([name, subject]) => ({
    name,
    ...limitOf(name, subject),
  }));
  if (first === undefined) return;
  const counted = await deps.db.batch([
    count(deps.db, first, now),
    ...rest.map((limit) => count(deps.db, limit, now, somethingChanged)),
  ]);
  const refused = [first, ...rest][counted.findIndex((rows) => rows.length === 0)];
  if (refused !== undefined)
    throw await reached(deps, refused.name, await waitFor(deps.db, refused, now));
}

/** Counts in one batch with `statements`, of which the first may ask whether it was counted: `changes() > 0`. @throws as above. */
export async function enforceLimitWith<const Statements extends readonly BatchItem<"sqlite">[]>(
  deps: Deps,
  name: LimitName,
  subject: string,
  statements: Statements,
): Promise<BatchResponse<Statements>> {
  const limit = limitOf(name, subject);
  const now = deps.now();
  const [counted, ...rest] = await deps.db.batch([count(deps.db, limit, now), ...statements]);
  if (counted.length === 0) throw await reached(deps, name, await waitFor(deps.db, limit, now));
  // A batch answers in the order of its statements.
  return rest as unknown as BatchResponse<Statements>;
}

async function reached(deps: Deps, name: LimitName, waitMs: number): Promise<ShopError> {
  deps.log.warn("limit.reached", { reason: name, client: await deps.clientKey() });
  return new ShopError("too_many_requests", {
    detail: { retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1000)) },
  });
}

/** A statement for an attempt that succeeded where only failures count, or that had no effect. */
export function takeBack(deps: Deps, name: LimitName, subject: string) {
  return uncount(deps.db, keyOf(name, subject));
}

/** A statement. */
export function clearLimits(deps: Deps, names: readonly LimitName[], subject: string) {
  return forget(
    deps.db,
    names.map((name) => keyOf(name, subject)),
  );
}

function limitOf(name: LimitName, subject: string): Limit {
  return { key: keyOf(name, subject), ...rules[name] };
}

function keyOf(name: LimitName, subject: string): string {
  return `${name}:${subject}`;
}
