/** Single mistakes that can be made in a source: each is one stretch of its text and what stands there instead. */
import { parseSync } from "vite";
import { sqlMistakes } from "./sql-mistakes.ts";
import { childrenOf, isNode, within, type Node } from "./syntax.ts";

export interface Mistake {
  start: number;
  end: number;
  text: string;
}

const bounds: Record<string, string> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const opposites: Record<string, string> = { "===": "!==", "!==": "===", "==": "!=", "!=": "==" };
const sums: Record<string, string> = { "+": "-", "-": "+", "*": "/", "/": "*" };
const names = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
]);
const droppable = ["filter", "orderBy", "limit", "onConflictDoNothing", "sort", "slice", "trim"];

/** @throws Error when the source cannot be parsed. */
export function mistakesIn(path: string, source: string): Mistake[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found: Mistake[] = [];
  const visit = (node: Node): void => {
    if (isLogging(node, source)) return;
    found.push(...plainMistakes(node, source), ...sqlMistakes(node, source));
    for (const child of childrenOf(node)) visit(child);
  };
  // The parser's types name every kind of node; only their shape matters here.
  visit(program as unknown as Node);
  const known = new Set<string>();
  return found
    .filter(({ start, end, text }) => {
      const name = `${start} ${end} ${text}`;
      return source.slice(start, end) !== text && !known.has(name) && known.add(name);
    })
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** What is only written to the log is not the shop's behaviour. */
function isLogging(node: Node, source: string): boolean {
  return node.type === "ExpressionStatement" && /^(deps\.)?log\.\w+\(/.test(within(source, node));
}

function plainMistakes(node: Node, source: string): Mistake[] {
  const instead = (of: Node, text: string): Mistake => ({ start: of.start, end: of.end, text });
  const of = (part: Node) => within(source, part);
  switch (node.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return ["true", "false"].map((value) => instead(node.test, value));
    case "WhileStatement":
      return [instead(node.test, "false")];
    case "UnaryExpression":
      return node.operator === "!" ? [instead(node, `(${of(node.argument)})`)] : [];
    case "LogicalExpression":
      return logicalMistakes(node, of).map((text) => instead(node, text));
    case "BinaryExpression":
      return binaryMistakes(node, source);
    case "ExpressionStatement":
      return isEffect(node.expression) ? [instead(node, ";")] : [];
    case "ThrowStatement":
      return [instead(node, ";")];
    case "VariableDeclarator":
      return valueMistakes(node.init).map(([value, text]) => instead(value, text));
    case "Property":
      return valueMistakes(isNode(node.value) ? node.value : null).map(([value, text]) =>
        instead(value, text),
      );
    case "AssignmentPattern":
      return valueMistakes(node.right).map(([value, text]) => instead(value, text));
    case "ReturnStatement":
      return valueMistakes(node.argument).map(([value, text]) => instead(value, text));
    case "ArrowFunctionExpression":
      return valueMistakes(node.body).map(([value, text]) => instead(value, text));
    case "NewExpression":
      return of(node.callee) === "ShopError" && node.arguments[0]?.type === "Literal"
        ? [instead(node.arguments[0], '"internal"')]
        : [];
    case "CallExpression":
      return callMistakes(node, source);
    default:
      return [];
  }
}

function logicalMistakes(node: Node, of: (part: Node) => string): string[] {
  if (node.operator === "??") return [`(${of(node.right)})`];
  const [left, right] = [of(node.left), of(node.right)];
  const other = node.operator === "&&" ? "||" : "&&";
  return [`((${left}) ${other} (${right}))`, `(${left})`, `(${right})`];
}

function binaryMistakes(node: Node, source: string): Mistake[] {
  const { left, right, operator } = node;
  const other = bounds[operator] ?? opposites[operator] ?? sums[operator];
  const isText = [left, right].some(
    ({ type, value }) => type === "TemplateLiteral" || typeof value === "string",
  );
  if (other === undefined || (isText && operator === "+")) return [];
  const at = left.end + source.slice(left.end, right.start).indexOf(operator);
  const swapped = { start: at, end: at + operator.length, text: other };
  const literals = [left, right].flatMap((side) => valueMistakes(side));
  return [
    swapped,
    ...literals.map(([value, text]) => ({ start: value.start, end: value.end, text })),
  ];
}

const isEffect = ({ type, argument }: Node): boolean =>
  ["CallExpression", "AssignmentExpression", "UpdateExpression"].includes(type) ||
  (type === "AwaitExpression" && argument.type === "CallExpression");

/** A number is one more, or twice as much where one more would be a millisecond; `true` is `false`. */
function valueMistakes(value: Node | null): [Node, string][] {
  if (value?.type !== "Literal") return [];
  if (typeof value.value === "boolean") return [[value, String(!value.value)]];
  if (typeof value.value !== "number") return [];
  const { value: number } = value;
  return [[value, String(number < 1000 ? number + 1 : number * 2)]];
}

function callMistakes(node: Node, source: string): Mistake[] {
  const { callee } = node;
  if (callee.type !== "MemberExpression" || callee.computed === true) return [];
  const { property, object } = callee;
  const name = within(source, property);
  const other = names.get(name);
  if (other !== undefined) return [{ start: property.start, end: property.end, text: other }];
  return droppable.includes(name)
    ? [{ start: node.start, end: node.end, text: within(source, object) }]
    : [];
}
