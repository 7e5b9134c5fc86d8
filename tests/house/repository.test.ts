import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { expect, test } from "vitest";
import * as cashier from "../../worker/stand-ins/cashier/schema.ts";
import * as upstream from "../../worker/stand-ins/upstream/store/schema.ts";
import * as shop from "../../worker/store/schema.ts";
import { read, repositoryFiles, root, sources } from "../support/repository.ts";

test("the top level holds what the layout names and nothing else", () => {
  const allowed = new Set([
    "package.json",
    "package-lock.json",
    "wrangler.toml",
    "vite.config.ts",
    "tsconfig.json",
    "worker",
    "web",
    "migrations",
    "tests",
    "README.md",
  ]);
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
  for (const place of ["home", "Users", "root", "work"].map((name) => `/${name}/${"mei/"}`)) expect(place).toMatch(places);
  const texts = repositoryFiles().filter((file) => /\.(ts|tsx|mjs|json|toml|md|css|html|sql)$/.test(file));
  expect(texts.filter((file) => places.test(read(file)))).toEqual([]);
});

test("nothing is unfinished, untyped or left out of the tests", () => {
  const marks = new RegExp(
    [
      "TO(?:DO)",
      "FIX(?:ME)",
      "@ts-(?:ignore)",
      "\\bas (?:any)\\b",
      ": (?:any)\\b",
      "\\b(?:test|it|describe)\\.(?:skip|only|todo)\\b",
    ].join("|"),
  );
  const unfinished = [
    ["TO", "DO: "],
    ["(x as ", "any)"],
    ["x: ", "any,"],
    ["test.", "only("],
  ].map((parts) => parts.join(""));
  for (const mark of unfinished) expect(mark).toMatch(marks);
  const all = ["worker/", "web/", "tests/", ".scripts/"].flatMap(sources);
  const wrong = all.filter((file) => marks.test(read(file)));
  expect(wrong).toEqual([]);
});

const schemas = { shop, "reference-upstream": upstream, "stand-in-cashier": cashier };

test.each(Object.entries(schemas))("the migrations of %s are its Drizzle schema", async (database, schema) => {
  const meta = `migrations/${database}/meta`;
  const { entries } = JSON.parse(read(`${meta}/_journal.json`)) as { entries: { tag: string }[] };
  const written = repositoryFiles().filter((file) => file.startsWith(`migrations/${database}/`) && file.endsWith(".sql"));
  expect(written.sort()).toEqual(entries.map(({ tag }) => `migrations/${database}/${tag}.sql`));
  const last = JSON.parse(read(`${meta}/${entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`));
  expect(await generateSQLiteMigration(last, await generateSQLiteDrizzleJson({ ...schema }))).toEqual([]);
});

test("migrations only add (R88)", () => {
  const destructive = /\b(DROP\s+(TABLE|COLUMN)|RENAME|__new_|ON DELETE cascade|DELETE\s+FROM)\b/i;
  const migrations = repositoryFiles().filter((file) => /^migrations\/.*\.sql$/.test(file));
  expect(migrations.length).toBeGreaterThan(3);
  expect("ALTER TABLE `carts` DROP COLUMN `version`;").toMatch(destructive);
  const wrong = migrations.filter((file) => destructive.test(read(file)));
  expect(wrong).toEqual([]);
});

test("the README names files that exist and commands that package.json has", () => {
  const readme = read("README.md");
  const scripts = Object.keys(JSON.parse(read("package.json")).scripts);
  const commands = [...readme.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? "");
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((command) => !scripts.includes(command))).toEqual([]);
  const files = [...readme.matchAll(/`((?:worker|web|tests|migrations|\.scripts|\.ci)\/[\w./-]+)`/g)].map(
    (match) => match[1] ?? "",
  );
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
});

test("the README gives a reason for every dependency", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json"));
  const readme = read("README.md");
  const names = Object.keys({ ...dependencies, ...devDependencies });
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

interface LockFile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

test("the lock file has one workerd for all tools, and every tool's binaries for every platform", () => {
  const { packages }: LockFile = JSON.parse(read("package-lock.json"));
  const paths = Object.keys(packages);
  for (const name of ["workerd", "miniflare", "wrangler", "esbuild"])
    expect(paths.filter((path) => path.endsWith(`node_modules/${name}`))).toEqual([`node_modules/${name}`]);
  const binaries = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
  expect(binaries).toContain("@cloudflare/workerd-darwin-arm64");
  expect(binaries.filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([]);
});
