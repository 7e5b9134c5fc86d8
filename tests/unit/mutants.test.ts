import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { mutantsOf } from "../mutants/mutants.ts";
import { alsoAbout, drawings, leftOut, sourcesIn, testsOf } from "../mutants/sources.ts";
import { root } from "../support/repository.ts";

const sources = sourcesIn(root, []);

test("mistakes are made in every part of the page and of the Worker, and not beside them", () => {
  for (const part of ["pages", "cart", "session", "ui"])
    expect(sources.some((file) => file.startsWith(`web/${part}/`))).toBe(true);
  for (const part of ["routes", "documents", "store", "shop", "payments", "upstream", "contract"])
    expect(sources.some((file) => file.startsWith(`worker/${part}/`))).toBe(true);
  for (const [path, reason] of leftOut) {
    expect(sources.filter((file) => path.test(file))).toEqual([]);
    expect(reason.length).toBeGreaterThan(20);
  }
  expect(sources.filter((file) => drawings.test(file))).toHaveLength(6);
});

/** They begin the page in a browser, which journeys do. */
const inBrowsers = ["web/first-paint.ts", "web/main.tsx"];

test("every source with mistakes is looked at by tests", () => {
  const lonely = sources.filter((source) => {
    const { types: _types, house: _house, ...tests } = testsOf(root, source);
    return Object.values(tests).flat().length === 0 && mutantsOf(root, source).length > 0;
  });
  expect(lonely.filter((source) => !inBrowsers.includes(source))).toEqual([]);
  for (const name of Object.values(alsoAbout).flat())
    expect(existsSync(resolve(root, `tests/worker/${name}.test.ts`)), name).toBe(true);
});
