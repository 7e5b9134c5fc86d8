/** The little that operators need of a syntax tree, whatever the kinds of its nodes. */
export interface Node {
  type: string;
  start: number;
  end: number;
  // Which of these a node has follows from its type; operators look at it first.
  test: Node;
  argument: Node;
  left: Node;
  right: Node;
  operator: string;
  expression: Node;
  callee: Node;
  arguments: Node[];
  object: Node;
  property: Node;
  computed: boolean;
  init: Node | null;
  body: Node | null;
  tag: Node;
  quasi: { quasis: Node[]; expressions: Node[] };
  value: unknown;
}

export const within = (source: string, { start, end }: Node): string => source.slice(start, end);

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** What types say is not run, so nothing in them is a mistake; expressions with a type are looked into. */
const transparent = ["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"];

export function childrenOf(node: Node): Node[] {
  if (node.type === "ImportDeclaration") return [];
  return Object.values(node)
    .flat()
    .filter(isNode)
    .filter(({ type }) => !type.startsWith("TS") || transparent.includes(type));
}
