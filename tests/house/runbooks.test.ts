/** What the pages for operators tell people to type on a bad day can be typed. */
import { execFile } from "node:child_process";
import { parseArgs, promisify } from "node:util";
import { expect, test } from "vitest";
import { read, repositoryFiles } from "../support/repository.ts";

interface Command {
  page: string;
  /** `payments` */
  name: string;
  words: string[];
}

const pages = () =>
  repositoryFiles().filter((file) => /^\.docs\/(operate|security)(\/.*)?\.md$/.test(file));

/** In backticks or on a line of its own; quoted words are one. */
function commandsOf(page: string): Command[] {
  const found = read(page).matchAll(/npm run ([a-z][\w:-]*)(?: -- ([^`\n#]*))?/g);
  return Array.from(found, ([, name = "", text = ""]) => {
    const words = text.match(/"[^"]*"|[^\s,;]+/g) ?? [];
    return { page, name, words: words.map((word) => word.replace(/[.:]$/, "")) };
  });
}

const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;
const sourceOf = (name: string) => /^node (\S+\.ts)$/.exec(scripts[name] ?? "")?.[1];

type Options = Record<string, { type: "string" | "boolean" }>;

function optionsOf(source: string): Options {
  const named = source.matchAll(/[\s{]"?([a-z-]+)"?: \{ type: "(string|boolean)"/g);
  return Object.fromEntries(
    Array.from(named, ([, name = "", type]) => [
      name,
      { type: type === "string" ? "string" : "boolean" },
    ]),
  );
}

/** Null when the command can be typed like that. */
function faultOf({ name, words }: Command): string | null {
  const file = sourceOf(name);
  if (scripts[name] === undefined) return `there is no npm run ${name}`;
  if (file === undefined || words.length === 0) return null;
  const source = read(file);
  try {
    const options = optionsOf(source);
    const { positionals } = parseArgs({
      args: words,
      options,
      allowPositionals: true,
      strict: true,
    });
    const [action = ""] = positionals;
    const hasActions = new RegExp(`npm run ${name} -- [a-z]`).test(source);
    return !hasActions || source.includes(action) ? null : `${name} knows no ${action}`;
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

test.each([
  [["payments", "waiting", "--remote"], null],
  [["payments", "waiting", "--far"], "Unknown option '--far'"],
  [["payments", "weep", "--remote"], "payments knows no weep"],
  [["restore", "--to", "30m", "why", "--key", "FILE", "--remote"], null],
  [["restore", "--to"], "argument missing"],
  [["repair"], "there is no npm run repair"],
])("%j: %s", ([name = "", ...words], fault) => {
  const found = faultOf({ page: "", name, words });
  if (fault === null) expect(found).toBeNull();
  else expect(found).toContain(fault);
});

test("every command of the pages for operators exists, with its options", () => {
  const commands = pages().flatMap(commandsOf);
  expect(commands.length).toBeGreaterThan(60);
  expect(commands.filter(({ words }) => words.length > 1).length).toBeGreaterThan(40);
  const wrong = commands.map((command) => ({ ...command, fault: faultOf(command) }));
  expect(wrong.filter(({ fault }) => fault !== null)).toEqual([]);
});

test("each page for a bad day is one page, of commands, and can be found", () => {
  const index = read(".docs/operate.md");
  for (const name of ["restore", "key-loss", "breach", "ecpay-down", "upstream-down"]) {
    const page = `.docs/operate/${name}.md`;
    expect(index).toContain(`(operate/${name}.md)`);
    expect(read(page).split("\n").length, page).toBeLessThan(75);
    expect(read(page).match(/npm run|npx wrangler/g)?.length, page).toBeGreaterThan(5);
  }
});

const typed = Object.keys(scripts).filter((name) => {
  const source = sourceOf(name);
  return source !== undefined && read(source).includes("readCommandLine(");
});
test.concurrent.each(typed)("npm run %s tells how it is used", async (name) => {
  const told = await promisify(execFile)("npm", ["run", "--silent", name, "--", "--help"]);
  expect(told.stdout).toContain(`Usage: npm run ${name}`);
});
