/** When an order may be expected: in Taiwan's working days, from the day after payment. */
import * as z from "zod/mini";

const isDay = (text: string) => !Number.isNaN(Date.parse(text)) && dayAfter(text, 0) === text;
const day = z.string().check(z.refine(isDay, "invalid"));
const days = z.array(day);

export const workCalendar = z.object({
  /** The first and the last day that it knows of; nothing is promised beyond. */
  from: day,
  until: day,
  /** Monday to Friday, but nobody works. */
  closed: days,
  /** Saturday or Sunday, but everybody works, to make up for another day. */
  open: days,
});
export type WorkCalendar = z.infer<typeof workCalendar>;

const span = z.object({ min: z.int(), max: z.int() });
export type Span = z.infer<typeof span>;

export const delivery = z.object({
  /** Working days from the one after payment until it ships. */
  preparing: span,
  /** Working days with the courier; null where the shop promises only when it ships. */
  transit: z.nullable(span),
  calendar: workCalendar,
});
export type Delivery = z.infer<typeof delivery>;

export function daysUntilExpected({ preparing, transit }: Delivery): Span {
  return transit === null
    ? preparing
    : { min: preparing.min + transit.min, max: preparing.max + transit.max };
}

export function expectedDays(paidAt: number, facts: Delivery) {
  const { min, max } = daysUntilExpected(facts);
  const today = taipeiDay(paidAt);
  const from = workingDayAfter(today, min, facts.calendar);
  const to = workingDayAfter(today, max, facts.calendar);
  return from === null || to === null ? null : { from, to };
}
export type Expected = NonNullable<ReturnType<typeof expectedDays>>;

/** Taiwan is eight hours ahead all year. */
export function taipeiDay(time: number): string {
  return dayOf(time + 8 * 3600_000);
}

function workingDayAfter(start: string, count: number, calendar: WorkCalendar): string | null {
  let current = start;
  if (current < calendar.from) return null;
  for (let left = count; left > 0;) {
    current = dayAfter(current, 1);
    if (current > calendar.until) return null;
    if (isWorkingDay(current, calendar)) left -= 1;
  }
  return current;
}

function isWorkingDay(date: string, { closed, open }: WorkCalendar): boolean {
  const weekday = new Date(date).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  return isWeekend ? open.includes(date) : !closed.includes(date);
}

const dayAfter = (date: string, count: number) => dayOf(Date.parse(date) + count * 86_400_000);

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
