import { execFile } from "node:child_process";
import { parseArgs, promisify } from "node:util";
import { firstStep } from "../../worker/shop/alarms/raise-alarms.ts";
import { documentedCommands, loggedIn, loggedLines, read } from "../support/repository.ts";

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

function faultOf({ name, words }: { name: string; words: string[] }): string | null {
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

test("every command of ours in the documents exists, with its options", () => {
  const commands = documentedCommands().filter(({ name }) => name !== "");
  expect(commands.length).toBeGreaterThan(40);
  const wrong = commands.map((command) => ({ ...command, fault: faultOf(command) }));
  expect(wrong.filter(({ fault }) => fault !== null)).toEqual([]);
});

test("each page for a bad day is one page, of commands, and can be found", () => {
  const index = read(".docs/operate.md");
  for (const name of ["restore", "key-loss", "breach", "ecpay-down", "upstream-down"]) {
    const page = `.docs/operate/${name}.md`;
    expect(index).toContain(`(operate/${name}.md)`);
    expect(read(page).split("\n").length, page).toBeLessThan(75);
    expect(read(page).match(/npm run|npx wrangler|the desk/g)?.length, page).toBeGreaterThan(3);
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

/** `.docs/operate/alarms.md` has a row for whatever can wake somebody. */
const alarms = read(".docs/operate/alarms.md");
const table = [...alarms.matchAll(/^- `([^`]+)` · \S[^·]+ · (\S.+)/gm)].map(
  ([, name = "", first = ""]) => ({ name, first }),
);
const rows = table.map(({ name }) => name);

const errors = () => loggedLines().filter(({ level }) => level === "error");

test("every error in the log has a row with what it means and what to do first", () => {
  const planted = 'deps.log.warn("x.y", { reason });\nlog[a === "b" ? "error" : "warn"]("z", {});';
  expect(loggedIn(planted)).toMatchObject([
    { level: "warn", event: "x.y" },
    { level: "error", event: "z" },
  ]);
  expect(errors().length).toBeGreaterThan(15);
  const without = errors().filter(({ event }) => !rows.includes(event));
  expect(without.map(({ event }) => event)).toEqual([]);
});

test("an alarm's message says first what its row says first, as a command that can be typed", () => {
  const wanted = table.map(({ name }) => {
    const command = firstStep(name);
    expect(command, name).toMatch(
      /^(npm run [a-z:]+|npx wrangler [a-z]+|curl https:|https:\/\/DESK\/desk)/,
    );
    const [, words = ""] = /^npx wrangler tail \S+ --env= --search '(.+)'$/.exec(command) ?? [];
    return { name, first: words === "" ? `\`${command}\`` : `LOGS \`${words}\`` };
  });
  const missing = wanted.filter(({ first }, row) => table[row]?.first.startsWith(first) !== true);
  expect(missing).toEqual([]);
});

/** What an error's line can name beside itself; the schedule adds its part, a request its route; `about` is put together above. */
const objects = /\b(orderId|merchantTradeNo|code|reason|route|error|facts|about)\b/;

test("an error that names no object is refused, unless its name says all that there is of it", () => {
  const nameless = errors().filter(({ rest }) => !objects.test(rest));
  expect(nameless.map(({ event }) => event).toSorted()).toEqual([
    "events for the upstream are late",
    "second_step.unreadable",
  ]);
});
