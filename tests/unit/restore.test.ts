/** The words of `npm run restore`. */
import { expect, test } from "vitest";
import { readKeys } from "../../.scripts/restore/keys.ts";
import { restore, type Wanted } from "../../.scripts/restore/restore.ts";
import { dayOf, timeOf } from "../../.scripts/restore/time.ts";
import { backupKey } from "../support/backup-key.ts";

const now = Date.UTC(2026, 10, 22, 12);

test.each([
  ["30m", "2026-11-22T11:30:00.000Z"],
  ["2h", "2026-11-22T10:00:00.000Z"],
  ["30d", "2026-10-23T12:00:00.000Z"],
  ["2026-11-22T19:30:00+08:00", "2026-11-22T11:30:00.000Z"],
  ["2026-11-22T11:30Z", "2026-11-22T11:30:00.000Z"],
])("%s is %s", (text, time) => {
  expect(new Date(timeOf(text, now)).toISOString()).toBe(time);
});

test.each([
  ["yesterday", "is no time"],
  ["2026-11-22", "is no time"],
  ["2026-11-22T11:30", "is no time"],
  ["2026-13-22T11:30Z", "is no time"],
  ["30s", "is no time"],
  ["0m", "is not over yet"],
  ["2026-11-22T12:00Z", "is not over yet"],
  ["31d", "30 days"],
])("%s is refused: %s", (text, why) => {
  expect(() => timeOf(text, now)).toThrow(why);
});

test("a day and a key are what they say", () => {
  expect(dayOf("2026-11-22")).toBe("2026-11-22");
  expect(() => dayOf("../2026")).toThrow("is no day");
  const both = `${JSON.stringify(backupKey)}\n${JSON.stringify(backupKey)}\n`;
  expect(readKeys(both)).toEqual([backupKey, backupKey]);
  const { d: _secret, ...publicKey } = backupKey;
  for (const text of ["", "{}", JSON.stringify(publicKey)])
    expect(() => readKeys(text)).toThrow("something else");
});

const nothing = () => Promise.reject(new Error("asked"));
const wanted = {
  keys: null,
  files: nothing,
  reason: "why",
  by: { operator: "Lin", confirmed: null },
  desk: { isRemote: false, ask: nothing, print: () => {} },
} as unknown as Wanted;

test.each([
  [{ way: { name: "to", since: 1 } }, "add --remote"],
  [{ way: { name: "export", day: "2026-11-22" } }, "--key FILE"],
  [{ way: { name: "after", since: 1 }, reason: " " }, "Say why"],
  [
    { way: { name: "after", since: 1 }, by: { operator: "Lin", confirmed: "0" } },
    "code is another",
  ],
] as const)("%j is refused before anything is asked", async (change, why) => {
  await expect(restore({ ...wanted, ...change })).rejects.toThrow(why);
});
