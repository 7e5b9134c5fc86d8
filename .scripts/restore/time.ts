import { refuse } from "../payment-desk.ts";

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3600_000, d: 24 * 3600_000 };
const longestMs = 30 * 24 * 3600_000;

/** `30m`, `2h` and `3d` ago, or a time with its zone. Epoch milliseconds. @throws Refusal */
export function timeOf(text: string, now: number): number {
  const [, count = "", unit = ""] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const at =
    count === ""
      ? isTime
        ? Date.parse(text)
        : Number.NaN
      : now - Number(count) * (units[unit] ?? 0);
  if (Number.isNaN(at)) refuse(2, `${text} is no time: 30m, 2h, 3d or 2026-11-22T14:30:00Z.`);
  if (at >= now) refuse(2, `${text} is not over yet.`);
  if (at < now - longestMs) refuse(2, "Nothing is kept for longer than 30 days.");
  return at;
}

/** @throws Refusal */
export function dayOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : refuse(2, `${text} is no day: 2026-11-22.`);
}
