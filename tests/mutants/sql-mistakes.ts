/** Mistakes in what is asked of the database: a condition left out, a bound or a comparison exchanged. */
import type { Mistake } from "./operators.ts";
import { exchanges, within, type Node } from "./syntax.ts";

const comparisons = exchanges("eq|ne, gt|gte, lt|lte, isNull|isNotNull, asc|desc");
const words: Record<string, string> = {
  ...exchanges("and|or, <|<=, >|>=, =|<>, not exists|exists, is not null|is null, max|min"),
  desc: "asc",
  "+ 1": "+ 2",
};
const word = new RegExp(
  `(?<![\\w<>=])(?:${Object.keys(words)
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replaceAll(/[+]/g, "\\+"))
    .join("|")})(?![\\w<>=])`,
  "g",
);

export function sqlMistakes(node: Node, source: string): Mistake[] {
  if (node.type === "CallExpression") return conditionMistakes(node, source);
  if (node.type !== "TaggedTemplateExpression" || within(source, node.tag) !== "sql") return [];
  return [...wordMistakes(node), ...droppedConjuncts(node)];
}

function conditionMistakes({ callee, arguments: parts }: Node, source: string): Mistake[] {
  const name = within(source, callee);
  if ((name === "and" || name === "or") && parts.length > 1)
    return parts.map(({ start, end }: Node) => ({ start, end, text: "undefined" }));
  const other = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined;
  if (other === undefined) return [];
  // Imports may stand anywhere, so the exchanged one brings its own.
  return [{ start: callee.start, end: callee.end, text: `drizzle.${other}` }];
}

/** The parser counts the quotation mark or brace in front of a text. */
const beginOf = ({ start }: Node): number => start + 1;

/** A piece of a template has its text in two forms. */
const rawOf = ({ value }: Node): string => (value as { raw: string }).raw;

function wordMistakes({ quasi }: Node): Mistake[] {
  return quasi.quasis.flatMap((text: Node) =>
    [...rawOf(text).matchAll(word)].map((match) => ({
      start: beginOf(text) + match.index,
      end: beginOf(text) + match.index + match[0].length,
      text: words[match[0]] ?? "",
    })),
  );
}

/** ` and ${…}` or `${…} and ` left out, where a whole condition stands in the braces. */
function droppedConjuncts({ quasi }: Node): Mistake[] {
  const { quasis, expressions } = quasi;
  return expressions.flatMap((_, index) => {
    const [before, after] = [quasis[index], quasis[index + 1]];
    if (before === undefined || after === undefined) return [];
    const head = / and (not )?$/.exec(rawOf(before));
    const tail = /^ and /.exec(rawOf(after));
    const [from, to] = [beginOf(before) + rawOf(before).length, beginOf(after)];
    if (head !== null && /^($|\)|\s+(?![<>=+]|is |in |not ))/.test(rawOf(after)))
      return [{ start: from - head[0].length, end: to, text: "" }];
    return tail !== null && /(^|\(|where )$/.test(rawOf(before))
      ? [{ start: from, end: to + tail[0].length, text: "" }]
      : [];
  });
}

export const drizzleImport = '\nimport * as drizzle from "drizzle-orm";\n';
