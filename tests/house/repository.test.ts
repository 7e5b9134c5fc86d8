import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
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
  expect([...found].filter((entry) => !entry.startsWith(".") && !allowed.has(entry))).toEqual([]);
});

test("no source file is longer than 400 lines", () => {
  const long = [...sources("worker/"), ...sources("web/"), ...sources(".scripts/")]
    .filter((file) => !/\/(data|content)\//.test(file))
    .filter((file) => read(file).split("\n").length > 401);
  expect(long).toEqual([]);
});

test("no file names a path of a developer's machine or a package registry", () => {
  const wrong = repositoryFiles()
    .filter((file) => /\.(ts|tsx|mjs|json|toml|md|css|html|sql)$/.test(file))
    .filter((file) => /\/(home|Users|root|work)\/[a-z]+\/|registry\.[a-z]+\.(org|com)/.test(read(file)));
  expect(wrong.filter((file) => file !== "tests/house/repository.test.ts")).toEqual([]);
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
  const all = ["worker/", "web/", "tests/", ".scripts/"].flatMap(sources);
  const wrong = all.filter((file) => marks.test(read(file)));
  expect(wrong).toEqual([]);
});

for (const database of ["shop", "reference-upstream", "stand-in-cashier"]) {
  test(`the migrations of ${database} are its Drizzle schema`, () => {
    const out = mkdtempSync("node_modules/.cache/drizzle-");
    try {
      cpSync(resolve(root, "migrations", database), out, { recursive: true });
      const said = execFileSync("drizzle-kit", ["generate", "--config", ".drizzle.config.ts", "--name", "drift"], {
        cwd: root,
        env: { ...process.env, DATABASE: database, DRIZZLE_OUT: out },
        encoding: "utf8",
      });
      expect(said).toContain("No schema changes");
    } finally {
      rmSync(out, { recursive: true });
    }
  });
}

test("migrations only add (R88)", () => {
  const destructive = /\b(DROP\s+(TABLE|COLUMN)|RENAME|__new_|ON DELETE cascade|DELETE\s+FROM)\b/i;
  const wrong = repositoryFiles().filter((file) => /^migrations\/.*\.sql$/.test(file) && destructive.test(read(file)));
  expect(wrong).toEqual([]);
});

test("the README names files that exist and commands that package.json has", () => {
  const readme = read("README.md");
  const scripts = Object.keys(JSON.parse(read("package.json")).scripts);
  const commands = [...readme.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? "");
  expect(commands.filter((command) => !scripts.includes(command))).toEqual([]);
  const files = [...readme.matchAll(/`((?:worker|web|tests|migrations|\.scripts|\.ci)\/[\w./-]+)`/g)].map(
    (match) => match[1] ?? "",
  );
  expect(files.filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
});

test("the README gives a reason for every dependency", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json"));
  const readme = read("README.md");
  expect(Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
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
