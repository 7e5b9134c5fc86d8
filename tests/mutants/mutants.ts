/** Mistakes as whole files, and how each is shown and told apart. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { mistakesIn, type Mistake } from "./operators.ts";
import { drawings } from "./sources.ts";
import { drizzleImport } from "./sql-mistakes.ts";

export interface Mutant {
  source: string;
  line: number;
  /** The lines that differ, as they are and as the mistake makes them. */
  was: string;
  is: string;
  text: string;
}

export function mutantsOf(root: string, source: string): Mutant[] {
  const text = readFileSync(resolve(root, source), "utf8");
  const isSize = ({ start, end }: Mistake) => /^([\d._]+|[-+*/<>]=?)$/.test(text.slice(start, end));
  // How high a skeleton is.
  const isDrawn = ({ start }: Mistake) =>
    drawings.test(source) || text.slice(0, start).endsWith("lines={");
  return mistakesIn(source, text)
    .filter((mistake) => !isDrawn(mistake) || !isSize(mistake))
    .map((mistake) => mutantOf(source, text, mistake));
}

function mutantOf(source: string, text: string, { start, end, text: instead }: Mistake): Mutant {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const to = text.indexOf("\n", end) < 0 ? text.length : text.indexOf("\n", end);
  const head = text.slice(0, start);
  const tail = text.slice(end);
  const trimmed = (lines: string) => lines.replaceAll(/\s+/g, " ").trim();
  return {
    source,
    line: head.split("\n").length,
    was: trimmed(text.slice(from, to)),
    is: trimmed(text.slice(from, start) + instead + text.slice(end, to)),
    text: head + instead + tail + (instead.startsWith("drizzle.") ? drizzleImport : ""),
  };
}

export interface Accepted extends Pick<Mutant, "source" | "was" | "is"> {
  reason: string;
}

export const isSame = (accepted: Accepted, { source, was, is }: Mutant): boolean =>
  accepted.source === source && accepted.was === was && accepted.is === is;

export function readAccepted(): Accepted[] {
  const file = resolve(import.meta.dirname, "accepted.json");
  // Written by hand; `npm run mutants` says which of them are no mistakes of today.
  return JSON.parse(readFileSync(file, "utf8")) as Accepted[];
}
