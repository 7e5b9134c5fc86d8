// What the contract suite found of an upstream, call by call, as the shop reads its answers.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { EndpointSpec } from "../worker/upstream/endpoint.ts";
import { readCommandLine } from "./command-line.ts";
import { root } from "./installed.mjs";
import { run } from "./run.ts";

const help = `Usage: npm run upstream:doctor

Runs the contract suite against UPSTREAM_URL, or the reference upstream without it, and says of each
call whether it works, works with less or does not, what the shop understood of the last answer and
what it guessed. See worker/upstream/README.md.`;

interface Line {
  method: string;
  path: string;
  status: number;
  body: unknown;
}
interface Verdict {
  word: "works" | "works with less" | "does not" | "not asked";
  why: string;
  understood?: unknown;
}

const { env } = process;
readCommandLine(help, {});
const record = resolve(root, "node_modules/.cache/upstream-calls.jsonl");
writeFileSync(record, "");
const suite = ["run", "--config", "tests/vitest.config.ts", "--project", "upstream"];
// One account: who changes its password would end the sign-ins of other files.
if (env.UPSTREAM_URL !== undefined) suite.push("--no-file-parallelism");
await run("vitest", suite, { inherit: true, env: { UPSTREAM_RECORD: record } }).catch(() => {
  process.exitCode = 1;
});
const lines = readFileSync(record, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): Line => JSON.parse(line));
const readme = readFileSync(resolve(root, "worker/upstream/README.md"), "utf8");
for (const endpoint of await endpointsOf()) {
  const call = `${endpoint.method} ${pathOf(endpoint)}`;
  say(call, verdictOf(endpoint, call));
}

function say(call: string, { word, why, understood }: Verdict): void {
  console.log(`${word.padEnd(15)} ${call}${why === "" ? "" : `: ${why}`}`);
  if (understood !== undefined)
    console.log(`                ${JSON.stringify(shortened(understood)).slice(0, 300)}`);
}

async function endpointsOf(): Promise<EndpointSpec<unknown>[]> {
  const folder = resolve(root, "worker/upstream");
  const files = readdirSync(folder)
    .map((name) => resolve(folder, name))
    .filter((file) => /= (endpoint|command)\(/.test(readFileSync(file, "utf8")));
  const modules: object[] = await Promise.all(files.map((file) => import(file)));
  const isEndpoint = (value: unknown): value is EndpointSpec<unknown> =>
    typeof value === "function" && "mustAnswer" in value;
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint);
}

function pathOf({ path }: EndpointSpec<unknown>): string {
  return path === "UPSTREAM_REFRESH_PATH" ? "/auth/refresh" : (env[path] ?? path);
}

function linesOf(endpoint: EndpointSpec<unknown>): Line[] {
  const parts = pathOf(endpoint)
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.?]/g, "\\$&"));
  const asked = new RegExp(`^${parts.join("[^/?]+")}(\\?.*)?$`);
  return lines.filter(({ method, path }) => method === endpoint.method && asked.test(path));
}

function verdictOf(endpoint: EndpointSpec<unknown>, call: string): Verdict {
  const asked = linesOf(endpoint);
  const answers = asked.filter(({ status }) => status >= 200 && status < 300);
  if (answers.length === 0) {
    const statuses = [...new Set(asked.map(({ status }) => status))].join(", ");
    if (asked.length === 0) return { word: "not asked", why: "" };
    const isRefused = asked.every(({ status }) => [400, 401, 403, 409, 422].includes(status));
    if (!isRefused) return { word: "does not", why: statuses };
    return { word: "works", why: `asked for what it must refuse only: ${statuses}` };
  }
  const guesses = new Set<string>();
  const reading = {
    zone: env.UPSTREAM_TIME_ZONE ?? "Z",
    guessed: (what: string) => guesses.add(what),
  };
  let understood: unknown;
  try {
    for (const { body } of answers) understood = endpoint.read(body, {}, reading);
  } catch (error) {
    const issues = (error as { issues?: { path: PropertyKey[] }[] }).issues ?? [];
    const places = issues.map(({ path }) => path.join(".") || "its shape").join(", ");
    return { word: "does not", why: `cannot be read at ${places || String(error)}` };
  }
  const missing = usedBy(call).filter((name) => !JSON.stringify(answers).includes(`"${name}"`));
  const why = [...(missing.length === 0 ? [] : [`without ${missing.join(", ")}`]), ...guesses];
  return {
    word: why.length === 0 ? "works" : "works with less",
    why: why.join("; "),
    understood,
  };
}

/** The fields that the README says are used. */
function usedBy(call: string): string[] {
  const [method, path] = call.split(" ");
  const row = readme.split("\n").find((line) => line.startsWith(`- ${method} \`${path}\``)) ?? "";
  const used = row.split(" Used: ")[1] ?? "";
  return [...used.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
}

/** What is secret is not shown. */
function shortened(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((entry) => shortened(entry));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, shortened(inner, key)]),
    );
  return /token$|password$/.test(name) ? "…" : value;
}
