import type { PaymentMethod } from "../../payments/method.ts";

const dayMs = 24 * 3600_000;

export interface Question {
  at: number;
  /** Asked only when no other is due. */
  mayWait: boolean;
}

/**
 * When to ask about an attempt next: as often as the gateway wants while its shopper may be paying, then once a day, the last time when
 * it runs out; while more is due than may be asked, only the last time.
 */
export function nextQuestion(
  { createdAt, expiresAt }: { createdAt: number; expiresAt: number },
  { everyMs, closelyMs, closelyWhenShortMs }: PaymentMethod["asking"],
  now: number,
  isShort = false,
): Question {
  const age = now - createdAt;
  if (age < (isShort ? closelyWhenShortMs : closelyMs))
    return { at: now + everyMs, mayWait: false };
  const daysBegun = Math.floor(age / dayMs) + 1;
  const tomorrow = Math.min(createdAt + daysBegun * dayMs, expiresAt);
  return { at: isShort ? expiresAt : tomorrow, mayWait: true };
}
