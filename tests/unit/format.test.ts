import { type Locale } from "#contract/locales";
import { formatCountdown, formatDateTime, formatWait } from "../../web/i18n/dates.ts";
import { formatAmount, formatMoney, formatNumber, setLocale } from "../../web/i18n/translate.ts";

function as<Given extends unknown[]>(
  locale: Locale,
  write: (...given: Given) => string,
  ...given: Given
): string {
  setLocale(locale);
  return write(...given);
}
const space = "\u00A0";
/** Which kind of space the browser's own data puts between date and time differs from version to version. */
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test("money is named and grouped the same way in every language, and never breaks across lines", () => {
  for (const locale of ["zh", "en", "ja"] as const) {
    expect(as(locale, formatMoney, 1200)).toBe(`NT$${space}1,200`);
    expect(as(locale, formatMoney, 0)).toBe(`NT$${space}0`);
  }
  expect(as("en", formatNumber, 199999999)).toBe("199,999,999");
  expect(as("ja", formatNumber, 1234.5)).toBe("1,234.5");
});

test("an order in another currency keeps that currency's name", () => {
  for (const name of ["TWD", "NTD"])
    expect(as("zh", formatAmount, 100, name)).toBe(`NT$${space}100`);
  expect(as("en", formatAmount, 100, "JPY")).toBe(`JPY${space}100`);
});

test("a day has 24 hours in every language, from 00 on, and what is no date is shown as it came", () => {
  const iso = new Date(2026, 10, 21, 15, 4).toISOString();
  expect(plain(as("zh", formatDateTime, iso))).toBe("2026/11/21 15:04");
  expect(plain(as("ja", formatDateTime, iso))).toBe("2026/11/21 15:04");
  expect(plain(as("en", formatDateTime, iso))).toBe("21 Nov 2026, 15:04");
  const midnight = new Date(2026, 0, 2, 0, 5).toISOString();
  expect(plain(as("zh", formatDateTime, midnight))).toBe("2026/01/02 00:05");
  expect(as("zh", formatDateTime, "soon")).toBe("soon");
});

test("a countdown shows minutes and seconds and stops at zero", () => {
  expect(formatCountdown(1745)).toBe("29:05");
  expect(formatCountdown(9)).toBe("0:09");
  expect(formatCountdown(-3)).toBe("0:00");
});

test.each([
  [1, ["1 分鐘", "1 minute", "1分"]],
  [3592, ["60 分鐘", "60 minutes", "60分"]],
  [7201, ["3 小時", "3 hours", "3時間"]],
])("a wait of %i s is told in the language's own plural, never too short", (seconds, told) => {
  expect(
    (["zh", "en", "ja"] as const).map((locale) => plain(as(locale, formatWait, seconds))),
  ).toEqual(told);
});
