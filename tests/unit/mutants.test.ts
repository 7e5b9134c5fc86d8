import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { isSame, mutantsOf, readAccepted } from "../mutants/mutants.ts";
import { mistakesIn } from "../mutants/operators.ts";
import { levels, sourcesIn, testsOf } from "../mutants/sources.ts";
import { root } from "../support/repository.ts";

const mistaken = (source: string) =>
  mistakesIn("a.ts", source).map(
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
])("%s is among the mistakes", (_what, source, mistake) => {
  expect(mistaken(source)).toContain(mistake);
});

test.each([
  ["types", "let a: 5 | true; interface B { c: 1 }"],
  ["imports", 'import { a } from "b";'],
  ["what is only logged", 'deps.log.warn("late", { count: 1 });'],
  ["texts put together", 'const a = "b" + c;'],
])("%s are left alone", (_what, source) => {
  expect(mistaken(source)).toEqual([]);
});

const sources = sourcesIn(root, []);

test("there are mistakes to make in every part that the promise names", () => {
  for (const part of ["store", "shop", "payments", "middleware", "upstream"])
    expect(sources.filter((file) => file.startsWith(`worker/${part}/`)).length).toBeGreaterThan(9);
  expect(sources).toContain("worker/contract/pricing.ts");
  expect(sources).toContain("web/pages/quiz/flow.ts");
});

test("every source with mistakes has tests, all of which exist", () => {
  const lonely = sources.filter((source) => {
    const tests = testsOf(root, source);
    return (
      mutantsOf(root, source).length > 0 &&
      levels.every((level) => (tests[level] ?? []).length === 0)
    );
  });
  expect(lonely).toEqual([]);
  const tests = new Set(sources.flatMap((source) => Object.values(testsOf(root, source)).flat()));
  expect([...tests].filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
});

test("every accepted mistake can still be made, and says why nobody needs to notice", () => {
  for (const accepted of readAccepted()) {
    expect(
      mutantsOf(root, accepted.source).filter((mutant) => isSame(accepted, mutant)),
      JSON.stringify(accepted),
    ).not.toEqual([]);
    expect(accepted.reason.length, accepted.was).toBeGreaterThan(20);
  }
});
