/** Mistakes that StrykerJS does not make: in what is asked of the database, and an `await` forgotten. */
import { resolve } from "node:path";
import type { Plugin } from "vite";

export interface Mistake {
  file: string;
  at: number;
  found: string;
  instead: string;
  /** The name of Drizzle's that stands instead. */
  imported?: string;
}

const pairs: [string, string][] = [
  ["and", "or"],
  ["eq", "ne"],
  ["lt", "lte"],
  ["gt", "gte"],
  ["isNull", "isNotNull"],
  ["asc", "desc"],
  ["is null", "is not null"],
  ["not exists", "exists"],
  ["<", "<="],
  [">", ">="],
  ["=", "<>"],
];
const others = new Map([...pairs, ...pairs.map(([one, other]) => [other, one] as const)]);

const value = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g;
const text = /\bsql(?:<[^>`]*>)?`(?:\$\{(?:[^{}]|\{[^{}]*\})*\}|[^`$])*`/g;
const wordOfSql = /->>|<>|[<>]=?|=|\b(?:and|or|asc|desc|is null|is not null|not exists)\b/g;
const callOfDrizzle = /(?<![\w.])(?:and|or|eq|ne|lte?|gte?|isNull|isNotNull|asc|desc)(?=\()/g;

const drizzle = /import \{(?=[^}]*\} from "drizzle-orm")/;

/** Every mistake that can be made at one place of a file. */
export function mistakesIn(file: string, code: string): Mistake[] {
  const found: Mistake[] = [];
  const add = (at: number, word: string, instead: string, imported?: string) =>
    found.push({ file, at, found: word, instead, ...(imported && { imported }) });
  for (const { 0: query, index } of code.matchAll(text)) {
    const own = query.replaceAll(value, (each) => " ".repeat(each.length));
    for (const { 0: word, index: at } of own.matchAll(wordOfSql))
      if (others.has(word)) add(index + at, word, others.get(word)!);
  }
  if (drizzle.test(code))
    for (const { 0: word, index } of code.matchAll(callOfDrizzle))
      add(index, word, "mistaken", others.get(word));
  for (const { index } of code.matchAll(/\bawait (?=[\w(])/g)) add(index, "await ", "");
  return found.toSorted((one, other) => one.at - other.at);
}

/** Makes the mistake that the environment names wherever its file is loaded. */
export function planted(): Plugin[] {
  const mistake = process.env["MISTAKE"];
  if (mistake === undefined) return [];
  const { file, at, found, instead, imported }: Mistake = JSON.parse(mistake);
  const handler = (code: string) => {
    const mistaken = code.slice(0, at) + instead + code.slice(at + found.length);
    return imported ? mistaken.replace(drizzle, `import { ${imported} as mistaken,`) : mistaken;
  };
  const id = resolve(file);
  return [{ name: "planted-mistake", enforce: "pre", transform: { filter: { id }, handler } }];
}
