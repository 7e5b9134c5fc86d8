/** Single mistakes that can be made in a source: each is one stretch of its text and what stands there instead. */
import { parseSync } from "vite";
import { sqlMistakes } from "./sql-mistakes.ts";
import { siblingsIn } from "./siblings.ts";
import { eachSeen, exchanges, within, type Above, type Node } from "./syntax.ts";

export interface Mistake {
  start: number;
  end: number;
  text: string;
}

const signs = exchanges("<|<=, >|>=, ===|!==, ==|!=, +|-, *|/");
const names = exchanges("some|every, min|max");
const droppable = ["filter", "orderBy", "limit", "onConflictDoNothing", "sort", "slice", "trim"];

export function mistakesIn(path: string, source: string): Mistake[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  // The parser's types name every kind of node; only their shape matters here.
  const tree = program as unknown as Node;
  const found: Mistake[] = [];
  const siblingMistakes = siblingsIn(tree, source);
  eachSeen(tree, source, (node, above) => {
    found.push(...plainMistakes(node, above, source));
    found.push(...sqlMistakes(node, source), ...siblingMistakes(node, above));
  });
  const known = new Set<string>();
  return found
    .filter(({ start, end, text }) => {
      const name = `${start} ${end} ${text}`;
      return source.slice(start, end) !== text && !known.has(name) && known.add(name);
    })
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

function plainMistakes(node: Node, above: Above, source: string): Mistake[] {
  const of = (part: Node) => within(source, part);
  const instead = ({ start, end }: Pick<Node, "start" | "end">, ...texts: string[]): Mistake[] =>
    texts.map((text) => ({ start, end, text }));
  const { type, operator, left, right, test, argument, value } = node;
  switch (type) {
    case "IfStatement":
    case "ConditionalExpression":
      return instead(test, "true", "false");
    case "WhileStatement":
      return instead(test, "false");
    case "ThrowStatement":
      return instead(node, ";");
    case "ExpressionStatement":
      return isEffect(node.expression) ? instead(node, ";") : [];
    case "UnaryExpression":
      return operator === "!" ? instead(node, `(${of(argument)})`) : [];
    case "AwaitExpression":
      return isReturned(above) ? [] : instead(node, of(argument));
    case "LogicalExpression": {
      if (operator === "??") return instead(node, `(${of(right)})`);
      const halves = [`(${of(left)})`, `(${of(right)})`];
      return instead(node, `(${halves.join(operator === "&&" ? " || " : " && ")})`, ...halves);
    }
    case "BinaryExpression": {
      const other = signs[operator];
      const isText = operator === "+" && [left, right].some((side) => /^["`]/.test(of(side)));
      const start = left.end + source.slice(left.end, right.start).indexOf(operator);
      return other && !isText ? instead({ start, end: start + operator.length }, other) : [];
    }
    case "Literal":
      // One more, or twice as much where one more would be a millisecond.
      if (typeof value === "number")
        return instead(node, String(value < 1000 ? value + 1 : value * 2));
      return typeof value === "boolean" ? instead(node, String(!value)) : [];
    case "NewExpression":
      return of(node).startsWith('new ShopError("')
        ? instead(node.arguments[0] ?? node, '"internal"')
        : [];
    case "MemberExpression": {
      const call = above.at(-1);
      const name = of(node.property);
      if (call?.callee !== node || node.computed) return [];
      if (Object.hasOwn(names, name)) return instead(node.property, names[name] ?? "");
      return droppable.includes(name) ? instead(call, of(node.object)) : [];
    }
    default:
      return [];
  }
}

const isEffect = ({ type, argument }: Node): boolean =>
  /^(Call|Assignment|Update)Expression$/.test(type) ||
  (/^(Await|Unary)Expression$/.test(type) && argument.type === "CallExpression");

/** What is returned at once is waited for by whoever asked, unless something here looks at how it ends. */
const isReturned = (above: Above): boolean =>
  /^(ReturnStatement|ArrowFunctionExpression)$/.test(above.at(-1)?.type ?? "") &&
  above.every(({ type }) => type !== "TryStatement");
