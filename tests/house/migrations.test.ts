/** What a migration of the shop's database may do, so that the version before goes on while it is applied and can come back after, and how a new column is not forgotten. */
import { describe, expect, test } from "vitest";
import { read, repositoryFiles, sources } from "../support/repository.ts";

/** Statements that no query of an older version can notice, but by what it costs. */
function faultsOf(migration: string): string[] {
  const made = [...migration.matchAll(/^CREATE TABLE `(\w+)` \(/gm)].map(([, table]) => table);
  const statements = migration.split("--> statement-breakpoint").map((text) => text.trim());
  return statements.filter((statement) => {
    if (/^CREATE TABLE `\w+` \(/.test(statement))
      return /\b(REFERENCES|AS SELECT)\b/i.test(statement);
    if (/^CREATE INDEX `\w+` ON `\w+`/.test(statement)) return false;
    const [, unique] = /^CREATE UNIQUE INDEX `\w+` ON `(\w+)`/.exec(statement) ?? [];
    // On a table of its own migration: an older version writes what it always wrote to the others.
    if (unique !== undefined) return !made.includes(unique);
    const column =
      /^ALTER TABLE `\w+` ADD `\w+` (?:text|integer)( DEFAULT (?:'[^']*'|-?\d+|true|false)( NOT NULL)?)?;?$/;
    return !column.test(statement);
  });
}

const migrations = () =>
  repositoryFiles().filter((file) => /^migrations\/shop\/\d+_.*\.sql$/.test(file));

test("every migration of the shop only adds what the version before does not have to know (R88)", () => {
  expect(migrations().length).toBeGreaterThan(5);
  for (const file of migrations()) expect(faultsOf(read(file)), file).toEqual([]);
});

describe("refused is", () => {
  test.each([
    "ALTER TABLE `carts` ADD `owner` text NOT NULL;",
    "ALTER TABLE `carts` ADD `owner` text DEFAULT '' NOT NULL CHECK (owner <> 'x');",
    "ALTER TABLE `carts` ADD `owner` text REFERENCES members(id);",
    "ALTER TABLE `carts` DROP COLUMN `version`;",
    "ALTER TABLE `carts` RENAME COLUMN `version` TO `edition`;",
    "CREATE UNIQUE INDEX `carts_end` ON `carts` (`expires_at`);",
    "CREATE TABLE `lines` (\n\t`cart_id` text REFERENCES carts(id)\n);",
    "CREATE TRIGGER t BEFORE INSERT ON carts BEGIN SELECT RAISE(ABORT, 'no'); END;",
    "UPDATE carts SET version = 0;",
    "DROP INDEX carts_end;",
  ])("%s", (statement) => {
    expect(faultsOf(statement)).toEqual([statement]);
  });
});

test("a new table may have what a table of before may not", () => {
  const statements = [
    "CREATE TABLE `lines` (\n\t`id` text PRIMARY KEY NOT NULL\n);",
    "CREATE UNIQUE INDEX `lines_id` ON `lines` (`id`);",
    "ALTER TABLE `carts` ADD `owner` text DEFAULT '' NOT NULL;",
    "ALTER TABLE `carts` ADD `owner` integer;",
  ];
  expect(faultsOf(statements.join("--> statement-breakpoint\n"))).toEqual([]);
});

test("an insert names its columns, so that a new one that is forgotten does not compile", () => {
  const queries = sources("worker/store/").map((file) => ({ file, text: read(file) }));
  const inserting = queries.filter(({ text }) => /\.insert\(/.test(text));
  expect(inserting.map(({ file }) => file)).toEqual(
    expect.arrayContaining(["worker/store/carts.ts", "worker/store/payments.ts"]),
  );
  // A query that is given as text, where Drizzle cannot compare names.
  expect(queries.filter(({ text }) => /\.select\(\s*sql|insert\s+into/i.test(text))).toEqual([]);
});
