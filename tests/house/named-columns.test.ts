import { expect, test } from "vitest";
import { read, sources } from "../support/repository.ts";

test("an insert names its columns, so that a new one that is forgotten does not compile", () => {
  const queries = sources("worker/store/").map((file) => ({ file, text: read(file) }));
  const inserting = queries.filter(({ text }) => /\.insert\(/.test(text));
  expect(inserting.map(({ file }) => file)).toEqual(
    expect.arrayContaining(["worker/store/carts.ts", "worker/store/payments.ts"]),
  );
  // A query that is given as text, where Drizzle cannot compare names.
  const positional = queries.filter(({ text }) => /\.select\(\s*sql|insert\s+into/i.test(text));
  // The command line runs these, where Drizzle is not.
  expect(positional.map(({ file }) => file)).toEqual(["worker/store/operators.ts"]);
  const inserts = positional.flatMap(({ text }) => [...text.matchAll(/insert\s+into \w+(.)(.)/gi)]);
  expect(inserts.map(([, space, bracket]) => `${space}${bracket}`)).toEqual([" (", " ("]);
});
