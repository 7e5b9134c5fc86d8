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
  ["a guard", "if (isOver) throw gone();", "if (false) throw gone();"],
  ["what a guard does", "if (isOver) throw gone();", "if (isOver) ;"],
  ["a bound", "const fits = count < most;", "const fits = count <= most;"],
  ["a comparison", "const isMine = a === b;", "const isMine = a !== b;"],
  ["one half of a condition", "const may = a && b;", "const may = (a);"],
  ["how conditions are joined", "const may = a || b;", "const may = ((a) && (b));"],
  ["a negation", "const may = !isOver;", "const may = (isOver);"],
  ["a small number", "const most = 5;", "const most = 6;"],
  ["a duration", "const leaseMs = 60_000;", "const leaseMs = 120000;"],
  ["an effect", "await save(row);", ";"],
  ["a code", 'fail(new ShopError("cart_empty"));', 'fail(new ShopError("internal"));'],
  ["a filter", "use(rows.filter(isMine));", "use(rows);"],
  ["a condition of SQL", "w(and(eq(a, b), isOpen));", "w(and(undefined, isOpen));"],
  ["a comparison of SQL", "w(gt(a, now));", "w(drizzle.gte(a, now));"],
  ["a part of a written condition", "q(sql`${a} = 1 and ${b}`);", "q(sql`${a} = 1`);"],
  ["the first part of one", "q(sql`${a} and b = 1`);", "q(sql`b = 1`);"],
  ["a written comparison", "q(sql`a <= ${b}`);", "q(sql`a < ${b}`);"],
  ["an await", "await save(row);", "save(row);"],
  [
    "an await whose failure is looked at",
    "async () => { try { return await a(); } catch {} };",
    "async () => { try { return a(); } catch {} };",
  ],
  [
    "a property for its sibling",
    "use({ a: form.first_name, b: form.last_name });",
    "use({ a: form.last_name, b: form.last_name });",
  ],
  [
    "a property of the same type",
    "interface A { b: string; c: string } use(a.b);",
    "interface A { b: string; c: string } use(a.c);",
  ],
  ["an argument for another", "swap(minPrice, maxPrice);", "swap(maxPrice, minPrice);"],
  [
    "a name for one of the same type",
    "const f = (a: string, b: string) => a;",
    "const f = (a: string, b: string) => b;",
  ],
  [
    "a destructured name",
    "const { firstName, lastName } = a;",
    "const { lastName: firstName, lastName } = a;",
  ],
  [
    "a function for another",
    "import { payOrder, placeOrder } from 'a'; payOrder(); placeOrder();",
    "import { payOrder, placeOrder } from 'a'; placeOrder(); placeOrder();",
  ],
  [
    "another member of a union",
    'type A = "b" | "c"; use({ d: "c" });',
    'type A = "b" | "c"; use({ d: "b" });',
  ],
  ["another message", 't("a.title"); t("a.text");', 't("a.text"); t("a.text");'],
  [
    "another header",
    'c.header("Vary", a); c.header("Allow", b);',
    'c.header("Allow", a); c.header("Allow", b);',
  ],
  ["another status", "c.body(null, 204);", "c.body(null, 205);"],
  [
    "a field's name",
    '<p><A name="x" /><A name="y" /></p>;',
    '<p><A name="y" /><A name="y" /></p>;',
  ],
])("%s is among the mistakes", (_what, source, mistake) => {
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
