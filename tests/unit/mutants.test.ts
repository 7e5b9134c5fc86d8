import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { mutantsOf } from "../mutants/mutants.ts";
import { mistakesIn } from "../mutants/operators.ts";
import { alsoAbout, drawings, leftOut, sourcesIn, testsOf } from "../mutants/sources.ts";
import { root } from "../support/repository.ts";

const mistaken = (source: string) =>
  mistakesIn("a.tsx", source).map(
    ({ start, end, text }) => source.slice(0, start) + text + source.slice(end),
  );

test.each([
  ["if (isOver) throw gone();", "if (false) throw gone();"],
  ["if (isOver) throw gone();", "if (isOver) ;"],
  ["const fits = count < most;", "const fits = count <= most;"],
  ["const isMine = a === b;", "const isMine = a !== b;"],
  ["const may = a && b;", "const may = (a);"],
  ["const may = a || b;", "const may = ((a) && (b));"],
  ["const may = !isOver;", "const may = (isOver);"],
  ["const most = 5;", "const most = 6;"],
  ["const leaseMs = 60_000;", "const leaseMs = 120000;"],
  ["await save(row);", ";"],
  ['fail(new ShopError("cart_empty"));', 'fail(new ShopError("internal"));'],
  ["use(rows.filter(isMine));", "use(rows);"],
  ["w(and(eq(a, b), isOpen));", "w(and(undefined, isOpen));"],
  ["w(gt(a, now));", "w(drizzle.gte(a, now));"],
  ["q(sql`${a} = 1 and ${b}`);", "q(sql`${a} = 1`);"],
  ["q(sql`${a} and b = 1`);", "q(sql`b = 1`);"],
  ["q(sql`a <= ${b}`);", "q(sql`a < ${b}`);"],
  ["await save(row);", "save(row);"],
  [
    "async () => { try { return await a(); } catch {} };",
    "async () => { try { return a(); } catch {} };",
  ],
  ["use(form.first_name, form.last_name);", "use(form.last_name, form.last_name);"],
  ["interface A { b: 1; c: 1 } use(a.b);", "interface A { b: 1; c: 1 } use(a.c);"],
  ["swap(minPrice, maxPrice);", "swap(maxPrice, minPrice);"],
  ["const f = (a: string, b: string) => a;", "const f = (a: string, b: string) => b;"],
  ["const { firstName, lastName } = a;", "const { lastName: firstName, lastName } = a;"],
  [
    "import { payA, payB } from 'a'; payA(); payB();",
    "import { payA, payB } from 'a'; payB(); payB();",
  ],
  ['type A = "b" | "c"; use({ d: "c" });', 'type A = "b" | "c"; use({ d: "b" });'],
  ['t("a.title"); t("a.text");', 't("a.text"); t("a.text");'],
  ['c.header("Vary", a); c.header("Allow", b);', 'c.header("Allow", a); c.header("Allow", b);'],
  ["c.body(null, 204);", "c.body(null, 205);"],
  ['<p><A name="x" /><A name="y" /></p>;', '<p><A name="y" /><A name="y" /></p>;'],
])("%s is mistaken for %s", (source, mistake) => {
  expect(mistaken(source)).toContain(mistake);
});

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
