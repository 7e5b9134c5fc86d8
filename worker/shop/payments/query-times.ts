const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
interface Attempt {
  createdAt: number;
  expiresAt: number;
}

/** When to ask about an attempt next: as the gateway wants in the first hour, then once a day, the last time when it runs out. */
export function nextQueryAt(
  { createdAt, expiresAt }: Attempt,
  firstMinutes: readonly number[],
  now: number,
): number {
  const early = firstMinutes
    .map((minutes) => createdAt + minutes * minuteMs)
    .find((time) => time > now);
  if (early !== undefined) return early;
  const daysBegun = Math.floor((now - createdAt) / dayMs) + 1;
  return Math.min(createdAt + daysBegun * dayMs, expiresAt);
}
