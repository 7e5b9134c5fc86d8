/** Mistakes that Stryker does not make by itself: in what is asked of the database, and an `await` forgotten. */
import type { Json } from "../support/shopper.ts";

/** A place of Babel's tree; what is yielded may stand there instead. */
interface Place {
  node: Json;
}

const nameOf = ({ callee }: Json): string => callee.property?.name ?? callee.name;

/** A condition of several left out. */
export const conditions = {
  name: "Condition",
  *mutate({ node }: Place) {
    if (node.type !== "CallExpression" || !["and", "or"].includes(nameOf(node))) return;
    for (const left of node.arguments)
      yield { ...node, arguments: node.arguments.filter((each: Json) => each !== left) };
  },
};

export const droppedCalls = {
  name: "DroppedCall",
  *mutate({ node }: Place) {
    const dropped = ["where", "orderBy", "limit", "onConflictDoNothing"];
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return;
    if (dropped.includes(nameOf(node))) yield node.callee.object;
  },
};

export const forgottenAwait = {
  name: "ForgottenAwait",
  *mutate({ node }: Place) {
    if (node.type === "AwaitExpression") yield node.argument;
  },
};

const words: Record<string, string> = {
  and: "or",
  or: "and",
  desc: "asc",
  "is null": "is not null",
  "is not null": "is null",
  "not exists": "exists",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "=": "<>",
  "<>": "=",
};
const word = /->>|<>|[<>]=?|=|\b(?:and|or|desc|is null|is not null|not exists)\b/g;

/** A comparison, a bound or a condition inside a text of SQL is another. */
export const sqlWords = {
  name: "SqlWord",
  *mutate({ node }: Place) {
    if (node.type !== "TaggedTemplateExpression" || node.tag.name !== "sql") return;
    const { quasi } = node;
    for (const [index, piece] of quasi.quasis.entries())
      for (const { 0: found, index: at, input } of piece.value.raw.matchAll(word)) {
        const other = words[found];
        if (other === undefined) continue;
        const raw = input.slice(0, at) + other + input.slice(at + found.length);
        const quasis = quasi.quasis.with(index, { ...piece, value: { raw, cooked: raw } });
        yield { ...node, quasi: { ...quasi, quasis } };
      }
  },
};
