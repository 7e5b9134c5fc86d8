/** The little that operators need of a syntax tree, whatever the kinds of its nodes. */
type Plain = Record<"type" | "operator", string> &
  Record<"start" | "end", number> &
  Record<"computed" | "shorthand", boolean> &
  Record<"name" | "value", unknown> & { quasi: { quasis: Node[]; expressions: Node[] } };
type One =
  | ("test" | "consequent" | "alternate" | "argument" | "left" | "right" | "expression")
  | ("callee" | "object" | "property" | "discriminant" | "local" | "key" | "tag" | "literal");
type Maybe = "id" | "init" | "body" | "typeAnnotation";
type Many = "arguments" | "params" | "specifiers" | "properties" | "members" | "types";
/** Which of the parts a node has follows from its type; operators look at it first. */
export type Node = Plain & { [part in One]: Node } & { [part in Maybe]: Node | null } & {
  [part in Many]: Node[];
} & { elements: (Node | null)[] };

export type Above = readonly Node[];
type Visit = (node: Node, above: Above) => void;

export const within = (source: string, { start, end }: Node): string => source.slice(start, end);
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const none = () => false;

export function eachNode(
  node: Node,
  visit: Visit,
  isLeftOut: (node: Node) => boolean = none,
  above: Above = [],
) {
  if (isLeftOut(node)) return;
  visit(node, above);
  for (const child of Object.values(node).flat().filter(isNode))
    eachNode(child, visit, isLeftOut, [...above, node]);
}

/** What types say is not run; expressions with a type are looked into. */
const types =
  /^TS(?!(AsExpression|NonNullExpression|SatisfiesExpression)$)|^Import(Declaration|Expression)$/;
/** Attributes for the eye, for React and for the network. */
const unseen =
  /^(className|key|style|variant|size|width|height|d|[cr]?[xy]\d?|r|offset|opacity|(stop|stroke|fill)\w*|viewBox|transform|in|\w*Frequency|\w+ChannelSelector|numOctaves|seed|scale|preserveAspectRatio|shapeRendering|focusable|loading|decoding|fetchPriority|rel|data-.*)$/;
const logging = /^(await )?((deps\.)?log|console)\.\w+\(|^\w+\.displayName /;

/** Every node in which a mistake could be noticed: no types, no class names, nothing that is only logged. */
export function eachSeen(program: Node, source: string, visit: Visit): void {
  const sheets = [...source.matchAll(/^import (\w+) from "[^"]+\.css"/gm)].map(([, name]) => name);
  const style = new RegExp(`^(classNames\\(${sheets.map((name) => `|${name}[.[]`).join("")})`);
  const isStyle = (node: unknown) => isNode(node) && style.test(within(source, node));
  eachNode(program, visit, (node) => {
    if (types.test(node.type)) return true;
    if (node.type === "JSXAttribute") return unseen.test(within(source, node).replace(/=.*/s, ""));
    if (node.type === "ExpressionStatement") return logging.test(within(source, node));
    if (node.type === "LogicalExpression") return isStyle(node.right);
    if (node.type === "ConditionalExpression")
      return [node.consequent, node.alternate].some(isStyle);
    return /^(Member|Call)Expression$/.test(node.type) && isStyle(node);
  });
}

/** Each in the place of the other: `exchanges("min|max, some|every")`. */
export function exchanges(pairs: string): Record<string, string> {
  const both = pairs.split(", ").map((pair) => pair.split("|"));
  return Object.fromEntries([...both, ...both.map((pair) => pair.toReversed())]);
}
