const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** ECPay asks for a query 10 minutes after a card payment, 10 minutes later again, or after 40 (page 2890). */
const earlyMinutes = [10, 20, 40];

/** When to ask about an attempt next: three times in the first hour, then once a day, the last time when it runs out. */
export function nextQueryAt({ createdAt, expiresAt }: { createdAt: number; expiresAt: number }, now: number): number {
  const early = earlyMinutes.map((minutes) => createdAt + minutes * minuteMs).find((time) => time > now);
  if (early !== undefined) return early;
  const daysBegun = Math.floor((now - createdAt) / dayMs) + 1;
  return Math.min(createdAt + daysBegun * dayMs, expiresAt);
}
