import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expectedDays, workCalendar, type Delivery } from "../../worker/contract/delivery.ts";
import { locales, type Locale } from "../../worker/contract/locales.ts";
import { setLocale } from "../../web/i18n/translate.ts";
import { formatDays, formatSpan } from "../../web/delivery/DeliveryDates.tsx";
import { root } from "../support/repository.ts";

const shipped = workCalendar.parse(
  JSON.parse(readFileSync(resolve(root, "worker/content/work-calendar.json"), "utf8")),
);
const facts = (change: Partial<Delivery> = {}): Delivery => ({
  preparing: { min: 3, max: 5 },
  transit: null,
  calendar: shipped,
  ...change,
});
const at = (time: string) => Date.parse(time);

test.each([
  ["a Monday", "2026-11-23T10:00+08:00", "2026-11-26", "2026-11-30"],
  ["the last minute of a Thursday in Taipei", "2026-11-26T15:59Z", "2026-12-01", "2026-12-03"],
  ["a minute later, which is Friday there", "2026-11-26T16:00Z", "2026-12-02", "2026-12-04"],
  ["before the lunar new year of 2026", "2026-02-13T09:00+08:00", "2026-02-25", "2026-03-02"],
])("what is paid on %s ships within three to five working days", (_when, paid, from, to) => {
  expect(expectedDays(at(paid), facts())).toEqual({ from, to });
});

test("a Saturday on which everybody works counts, and the courier's days come on top", () => {
  const calendar = { ...shipped, open: ["2026-11-28"] };
  const paid = at("2026-11-23T10:00+08:00");
  expect(expectedDays(paid, facts({ calendar }))).toEqual({ from: "2026-11-26", to: "2026-11-28" });
  const transit = { min: 1, max: 2 };
  expect(expectedDays(paid, facts({ transit }))).toEqual({ from: "2026-11-27", to: "2026-12-02" });
});

test("the first and the last day of the calendar are within it", () => {
  const from = "2026-11-23";
  const knowing = (until: string) => facts({ calendar: { from, until, closed: [], open: [] } });
  const paid = at("2026-11-23T00:00+08:00");
  const expected = { from: "2026-11-26", to: "2026-11-30" };
  expect(expectedDays(paid, knowing("2026-11-30"))).toEqual(expected);
  expect(expectedDays(paid, knowing("2026-11-29"))).toBeNull();
  expect(expectedDays(paid - 1, knowing("2026-11-30"))).toBeNull();
});

test("days read as the shop's other dates do, in the year where it changes", () => {
  const days = { from: "2026-11-27", to: "2026-12-01" };
  const read = (locale: Locale) => {
    setLocale(locale);
    return formatDays(days).replaceAll(/\s/g, " ");
  };
  expect(locales.map(read)).toEqual([
    "11/27–\u206012/1",
    "27 Nov–\u20601 Dec",
    "11/27\u2060～\u206012/01",
  ]);
  setLocale("en");
  expect(formatDays({ from: "2026-12-30", to: "2027-01-05" })).toContain("2027");
  expect([formatSpan({ min: 3, max: 5 }), formatSpan({ min: 4, max: 4 })]).toEqual(["3–5", "4"]);
});

test.each([
  { from: "2026-01-01", until: "2026-02-30", closed: [], open: [] },
  { from: "2026-01-01", until: "2026-12-31", closed: ["1/1"], open: [] },
])("a calendar with a day that does not exist is refused: %j", (calendar) => {
  expect(workCalendar.safeParse(calendar).success).toBe(false);
});

test("no holiday of the shipped calendar is a weekend, and every day lies within it", () => {
  expect(shipped.closed.length).toBeGreaterThan(20);
  for (const day of [...shipped.closed, ...shipped.open]) {
    expect(day >= shipped.from && day <= shipped.until, day).toBe(true);
  }
  for (const day of shipped.closed) expect([0, 6], day).not.toContain(new Date(day).getUTCDay());
});
