import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

/** Tracked files and new ones that git does not ignore, as they are in the working tree. */
export function repositoryFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const files = listed.split("\n").filter((file) => file !== "" && existsSync(resolve(root, file)));
  if (files.length === 0) throw new Error("git lists no file");
  return files;
}

export function read(file: string): string {
  return readFileSync(resolve(root, file), "utf8");
}

/** The TypeScript below a folder; a rule about a folder that holds none would hold whatever happens. */
export function sources(folder: string): string[] {
  const found = repositoryFiles().filter(
    (file) => file.startsWith(folder) && /\.tsx?$/.test(file) && !file.endsWith(".d.ts"),
  );
  if (found.length === 0) throw new Error(`no source file in ${folder}`);
  return found;
}

export function importsOf(file: string): string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\(\s*"([^"]+)"\s*\)|(?:^|\n)import\s+"([^"]+)"/g;
  return [...read(file).matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

export function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith("#contract/")) return `worker/contract/${specifier.slice(10)}.ts`;
  if (specifier.startsWith("#ecpay/")) return `worker/payments/ecpay/${specifier.slice(7)}.ts`;
  if (!specifier.startsWith(".")) return specifier;
  return resolve("/", file, "..", specifier).slice(1);
}

export type Messages = { [key: string]: string | Messages };

export function flatMessages(locale: string, namespace: string): Map<string, string> {
  const flat = new Map<string, string>();
  const walk = (tree: Messages, prefix: string) => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === "string") flat.set(prefix + key, value);
      else walk(value, `${prefix}${key}.`);
    }
  };
  walk(JSON.parse(read(`worker/content/locales/${locale}/${namespace}.json`)) as Messages, "");
  if (flat.size === 0) throw new Error(`no text in ${locale}/${namespace}`);
  return flat;
}

export function loggedLines(): { level: string; event: string; rest: string }[] {
  const files = sources("worker/").filter((file) => !file.startsWith("worker/stand-ins/"));
  return files.flatMap((file) => loggedIn(read(file)));
}

export function loggedIn(text: string): { level: string; event: string; rest: string }[] {
  const call =
    /\blog(?:\.(info|warn|error)|\[[^\]]*"(error)"[^\]]*\])\(\s*(?:"([^"]+)"|event\b)([^;]*)\);/g;
  return [...text.matchAll(call)].map(([, one, other, event = "", rest = ""]) => ({
    level: one ?? other ?? "",
    event,
    rest,
  }));
}

/** A command that the documents tell people to type. */
export interface Documented {
  page: string;
  line: string;
  /** Of the script; empty for wrangler. */
  name: string;
  words: string[];
}

/** In backticks, or a line of its own that may go on behind a backslash. What is quoted is one word. */
const lines = /(?:`|^[ \t]*)((?:npm run ([a-z][\w:-]*)(?: --)?|npx wrangler)((?:\\\n|[^`\n])*))/gm;

export function documentedCommands(): Documented[] {
  const pages = repositoryFiles().filter((file) =>
    /^(\.docs\/.*|migrations\/README)\.md$/.test(file),
  );
  return pages.flatMap((page) =>
    Array.from(read(page).matchAll(lines), ([, line = "", name = "", text = ""]) => ({
      page,
      line: line.replaceAll(/\s*\\\n\s*/g, " ").trim(),
      name,
      words: wordsOf(text),
    })),
  );
}

function wordsOf(text: string): string[] {
  const words = text.replace(/ # .*/, "").match(/"[^"]*"|'[^']*'|[^\s\\]+/g) ?? [];
  return words.map((word) => word.replace(/^(["'])([^]*)\1$/, "$2"));
}
