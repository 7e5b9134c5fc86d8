/** Attempts at paying that nobody hears of again, as they come over a day; of some the shopper paid and the callback was lost. */
import type { Chance } from "../support/experiment.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const weekMs = 7 * 24 * hourMs;

/** Hundredths of a day's attempts in each hour of Taipei: quiet before dawn, the most at nine in the evening. */
const shareOfHour = [
  3.8, 2.3, 1.3, 0.8, 0.6, 0.7, 1.2, 2.1, 3.2, 4.2, 4.9, 5.2, 5.7, 5.1, 4.8, 4.7, 4.7, 4.8, 5.1,
  5.8, 7.1, 8.4, 8.0, 5.5,
];

export interface Attempted {
  id: string;
  createdAt: number;
  expiresAt: number;
  /** Null where nobody paid. */
  paidAt: number | null;
}

/** `startsAt` is midnight in Taipei; `lost` is the share of attempts whose shopper paid. */
export function dayOfAttempts(
  chance: Chance,
  count: number,
  startsAt: number,
  lost = 0.01,
): Attempted[] {
  const all = shareOfHour.reduce((sum, share) => sum + share, 0);
  return shareOfHour
    .flatMap((share, hour) =>
      Array.from({ length: Math.round((count * share) / all) }, () =>
        attempted(chance, startsAt + (hour + chance.next()) * hourMs, lost),
      ),
    )
    .sort((one, other) => one.createdAt - other.createdAt);
}

function attempted(chance: Chance, createdAt: number, lost: number): Attempted {
  return {
    id: `TRY${Math.floor(createdAt)}${chance.below(1e6)}`,
    createdAt: Math.floor(createdAt),
    expiresAt: Math.floor(createdAt) + weekMs,
    paidAt: chance.next() < lost ? Math.floor(createdAt) + payingMs(chance) : null,
  };
}

/** Half of them pay within three minutes, one in forty needs more than a quarter of an hour, none more than 25 minutes. */
function payingMs(chance: Chance): number {
  const normal =
    Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());
  return Math.floor(Math.min(25, 3 * Math.exp(0.85 * normal)) * minuteMs);
}
