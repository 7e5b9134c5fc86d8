import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import * as cashier from "../../worker/stand-ins/cashier/schema.ts";
import * as upstream from "../../worker/stand-ins/upstream/store/schema.ts";
import * as shop from "../../worker/store/schema.ts";
import { read, repositoryFiles, root, sources } from "../support/repository.ts";

test("the top level holds what the layout names and nothing else", () => {
  const folders = ["worker", "web", "migrations", "tests"];
  const files = ["package.json", "package-lock.json", "wrangler.toml", "README.md"];
  const allowed = new Set([...folders, ...files, "vite.config.ts", "tsconfig.json"]);
  const found = new Set(repositoryFiles().map((file) => file.split("/")[0] ?? ""));
  expect([...allowed].filter((entry) => !found.has(entry))).toEqual([]);
  expect([...found].filter((entry) => !entry.startsWith(".") && !allowed.has(entry))).toEqual([]);
});

test("no source file is longer than 400 lines", () => {
  const long = [...sources("worker/"), ...sources("web/"), ...sources(".scripts/")]
    .filter((file) => !/\/(data|content)\//.test(file))
    .filter((file) => read(file).split("\n").length > 401);
  expect(long).toEqual([]);
});

test("no file names a path of a developer's machine or a package registry", () => {
  const places = /\/(home|Users|root|work)\/[a-z]+\/|registry\.[a-z]+\.(org|com)/;
  for (const place of ["home", "Users", "root", "work"].map((name) => `/${name}/${"mei/"}`))
    expect(place).toMatch(places);
  const texts = repositoryFiles().filter((file) =>
    /\.(ts|tsx|mjs|json|toml|md|css|html|sql)$/.test(file),
  );
  expect(texts.filter((file) => places.test(read(file)))).toEqual([]);
});

test("nothing is unfinished, untyped or left out of the tests", () => {
  const words = /TO(?:DO)|FIX(?:ME)|@ts-(?:ignore)|(?:\bas |: )(?:any)\b/;
  const marks = new RegExp(`${words.source}|\\b(?:test|it|describe)\\.(?:skip|only|todo)\\b`);
  const unfinished = ["TO DO: ", "(x as_any)", "x:_any,", "test. only("].map((text) =>
    text.replace(" DO", "DO").replace("_", " ").replace(". ", "."),
  );
  for (const mark of unfinished) expect(mark).toMatch(marks);
  const all = ["worker/", "web/", "tests/", ".scripts/"].flatMap(sources);
  const wrong = all.filter((file) => marks.test(read(file)));
  expect(wrong).toEqual([]);
});

const schemas = { shop, "reference-upstream": upstream, "stand-in-cashier": cashier };

test.each(Object.entries(schemas))("migrations of %s are its schema", async (database, schema) => {
  const meta = `migrations/${database}/meta`;
  const { entries } = JSON.parse(read(`${meta}/_journal.json`)) as { entries: { tag: string }[] };
  const written = repositoryFiles().filter(
    (file) => file.startsWith(`migrations/${database}/`) && file.endsWith(".sql"),
  );
  expect(written.sort()).toEqual(entries.map(({ tag }) => `migrations/${database}/${tag}.sql`));
  const last = JSON.parse(read(`${meta}/${entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`));
  expect(
    await generateSQLiteMigration(last, await generateSQLiteDrizzleJson({ ...schema })),
  ).toEqual([]);
});

const pages = () => repositoryFiles().filter((file) => file.endsWith(".md"));
const namedIn = (page: string, pattern: RegExp) =>
  [...read(page).matchAll(pattern)].map((match) => match[1] ?? "");

test("every Markdown file names commands that package.json has", () => {
  const scripts = Object.keys(JSON.parse(read("package.json")).scripts);
  const named = pages().flatMap((page) =>
    namedIn(page, /npm run ([a-z][\w:-]*)/g).map((command) => ({ page, command })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ command }) => !scripts.includes(command))).toEqual([]);
});

test("every Markdown file names repository paths that exist", () => {
  // From the root wherever they stand; from the page's own folder or the root when in backticks with a file's ending.
  const fromRoot =
    /(?<![\w./-])((?:worker|web|tests|migrations|\.scripts|\.docs|\.ci)\/[\w.-][\w./-]*\w)/g;
  const files = /`([\w.-]+\/[\w./-]*\.(?:tsx?|mjs|json|css|html|md|toml|sql))`/g;
  const exists = (page: string, path: string) =>
    existsSync(resolve(root, path)) || existsSync(resolve(root, page, "..", path));
  const named = pages().flatMap((page) =>
    [...namedIn(page, fromRoot), ...namedIn(page, files)]
      .filter((path) => !/^(dist|node_modules)\//.test(path))
      .map((path) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ page, path }) => !exists(page, path))).toEqual([]);
});

test("every link and picture of a Markdown file leads to something", () => {
  const links = pages().flatMap((page) =>
    [...namedIn(page, /\]\(([^)\s]+)\)/g), ...namedIn(page, /src="([^"]+)"/g)]
      .filter((target) => !/^(https?:|#)/.test(target))
      .map((target) => ({ page, target: target.split("#")[0] ?? "" })),
  );
  expect(links.length).toBeGreaterThan(30);
  expect(
    links.filter(({ page, target }) => !existsSync(resolve(root, page, "..", target))),
  ).toEqual([]);
});

test("the first page stays short: 9 kB, 150 lines of 120 characters", () => {
  const readme = read("README.md");
  const lines = readme.trimEnd().split("\n");
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(9 * 1024);
  expect(lines.length).toBeLessThanOrEqual(150);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

test("every decision stands in the index under its subject, and every number that is cited is one", () => {
  const decisions = pages()
    .filter((page) => /^\.docs\/decisions\/[a-z]+\.md$/.test(page))
    .flatMap((page) => [
      `[${read(page).slice(2).split("\n", 1)[0]}](${page.split("/").at(-1)})`,
      ...namedIn(page, /^## (\d{4}\. .+)$/gm).map((title) => title.replace(".", "")),
    ]);
  expect(decisions.length).toBeGreaterThan(20);
  const listed = namedIn(".docs/decisions/README.md", /^(?:##|-) (.+)$/gm);
  expect(listed.toSorted()).toEqual(decisions.toSorted());
  const numbers = decisions.map((title) => title.slice(0, 4));
  const cited = repositoryFiles()
    .filter((file) => /\.(ts|tsx|md)$/.test(file))
    .flatMap((file) => namedIn(file, /decision (\d{4})\b/g));
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter((number) => !numbers.includes(number))).toEqual([]);
});

test("every dependency has its reason", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json"));
  const names = Object.keys({ ...dependencies, ...devDependencies });
  expect(names.length).toBeGreaterThan(10);
  const reasons = read(".docs/dependencies.md");
  expect(names.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
});

interface LockFile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

test("the lock file has one workerd for all tools, and every tool's binaries for every platform", () => {
  const { packages }: LockFile = JSON.parse(read("package-lock.json"));
  const paths = Object.keys(packages);
  for (const name of ["workerd", "miniflare", "wrangler", "esbuild"])
    expect(paths.filter((path) => path.endsWith(`node_modules/${name}`))).toEqual([
      `node_modules/${name}`,
    ]);
  const binaries = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  expect(binaries).toContain("@cloudflare/workerd-darwin-arm64");
  expect(
    binaries.filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`))),
  ).toEqual([]);
});

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

test("an insert names its columns, so that a new one that is forgotten does not compile", () => {
  const queries = sources("worker/store/").map((file) => ({ file, text: read(file) }));
  const inserting = queries.filter(({ text }) => /\.insert\(/.test(text));
  expect(inserting.map(({ file }) => file)).toEqual(
    expect.arrayContaining(["worker/store/carts.ts", "worker/store/payments.ts"]),
  );
  // A query that is given as text, where Drizzle cannot compare names.
  expect(queries.filter(({ text }) => /\.select\(\s*sql|insert\s+into/i.test(text))).toEqual([]);
});
