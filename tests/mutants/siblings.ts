/** Mistakes of somebody who takes what stands beside it: another name of the same kind, another constant of the file. */
import type { Mistake } from "./operators.ts";
import { eachNode, within, type Above, type Node } from "./syntax.ts";

const small = new Set(["is", "has", "to", "of", "on", "in", "by", "use", "get", "set", "the"]);
const wordsOf = (name: string): string[] =>
  name
    .split(/[^A-Za-z0-9]+|(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 1 && !small.has(word));
const likeness = (one: string, other: string): number =>
  new Set(wordsOf(one).filter((word) => wordsOf(other).includes(word))).size;

/** Of those that are equally like it, the next in the file. */
function likest(name: string, all: readonly string[]): string | undefined {
  const own = all.indexOf(name) + 1;
  const others = [...all.slice(own), ...all.slice(0, own)].filter((one) => one !== name);
  return others.sort((a, b) => likeness(name, b) - likeness(name, a))[0];
}

/** @returns the mistakes of one node, judged by all that the file says. */
export function siblingsIn(program: Node, source: string): (node: Node, above: Above) => Mistake[] {
  const of = (node: Node) => within(source, node);
  const instead = ({ start, end }: Node, text: string | undefined): Mistake[] =>
    text === undefined ? [] : [{ start, end, text }];
  /** By what they stand in: properties of one thing, constants of places of the same description. */
  const groups = new Map<string, Set<string>>();
  const kinds = new Map<string, Set<string>>();
  const bound: { name: string; from: number; to: number }[] = [];
  const put = (all: Map<string, Set<string>>, key: string, names: readonly string[]) =>
    all.set(key, new Set([...(all.get(key) ?? []), ...names]));
  const keysOf = (parts: readonly (Node | null)[]) =>
    parts.flatMap((part) => (part?.key?.type === "Identifier" ? [of(part.key)] : []));

  eachNode(program, (node, above) => {
    const { type, typeAnnotation, start } = node;
    const holders = above.filter((one) => /^Program$|^BlockStatement$|Function/.test(one.type));
    if (type === "Identifier" && roleOf(node, above) === "bound") {
      const isFunction = above.at(-1)?.type === "FunctionDeclaration" && above.at(-1)?.id === node;
      const { start: from, end: to } = holders.at(isFunction ? -2 : -1) ?? program;
      bound.push({ name: String(node.name), from, to });
      if (typeAnnotation) put(kinds, String(node.name), [of(typeAnnotation)]);
    }
    if (type === "CallExpression") put(kinds, of(node.callee), ["function"]);
    if (/Function/.test(node.init?.type ?? "") && node.id) put(kinds, of(node.id), ["function"]);
    if (type === "TSPropertySignature" && typeAnnotation)
      put(kinds, of(node.key), [of(typeAnnotation)]);
    if (/^(Object|TSTypeLiteral$|TSInterfaceBody$)/.test(type))
      put(groups, `names ${start}`, keysOf([node.properties ?? node.members ?? node.body].flat()));
    if (type === "TSUnionType") {
      const values = node.types.map(({ literal }) => literal?.value);
      put(
        groups,
        `union ${start}`,
        values.filter((value) => typeof value === "string"),
      );
    }
    if (isProperty(node, above)) put(groups, `names ${of(node.object)}`, [of(node.property)]);
    const place = placeOf(node, above);
    if (typeof node.value === "string" && place !== null) put(groups, place, [node.value]);
  });

  function placeOf(node: Node, above: Above): string | null {
    const parent = above.at(-1);
    if (parent === undefined) return null;
    if (/^(Conditional|Logical|Parenthesized|JSX|TS\w+)Expression/.test(parent.type))
      return placeOf(parent, above.slice(0, -1));
    switch (parent.type) {
      case "BinaryExpression":
        return `value of ${of(parent.left === node ? parent.right : parent.left)}`;
      case "SwitchCase":
        return `value of ${above.at(-2) && of((above.at(-2) as Node).discriminant)}`;
      case "Property":
        return parent.key === node ? "key" : `value of ${of(parent.key)}`;
      case "JSXAttribute":
        return `value of ${of(parent).replace(/=.*/s, "")}`;
      case "CallExpression":
      case "NewExpression":
        return `argument ${parent.arguments.indexOf(node)} of ${of(parent.callee)}`;
      case "ArrayExpression":
        return `element of ${parent.start}`;
      case "ReturnStatement":
      case "ArrowFunctionExpression":
        return `answer of ${above.findLast(({ type }) => /Function/.test(type))?.start}`;
      default:
        return parent.type === "VariableDeclarator" ? "constant" : null;
    }
  }

  function kindOf(name: string): string | null {
    const written = [...(kinds.get(name) ?? [])];
    if (written.includes("function")) return "function";
    return written.length === 1 ? (written[0] ?? null) : null;
  }
  /** What somebody could take for it: of a similar name or of the same type. */
  function other(name: string, others: readonly string[]): string | undefined {
    const kind = kindOf(name);
    const fitting = others.filter((one) => {
      const known = kindOf(one);
      if (one === name) return true;
      if (one === "length" || /^[A-Z]/.test(one) !== /^[A-Z]/.test(name)) return false;
      if ((kind === "function") !== (known === "function")) return false;
      if (kind !== null && known !== null && kind !== known) return false;
      return likeness(name, one) > 0 || (kind === known && kind !== null && kind !== "function");
    });
    return likest(name, fitting);
  }

  function constantMistakes(node: Node, above: Above): Mistake[] {
    const { value } = node;
    const place = placeOf(node, above);
    if (typeof value !== "string" || place === null) return [];
    const beside = [...groups]
      .filter(([key, all]) => key === place || (key.startsWith("union") && all.has(value)))
      .flatMap(([, all]) => [...all])
      .filter((one) => place !== "constant" || likeness(one, value) > 0)
      .filter((one) => place !== "key" || [one, value].every((key) => /^[A-Z][\w-]+$/.test(key)));
    const text = likest(value, beside);
    return instead(node, text && JSON.stringify(text));
  }

  function nameMistakes(node: Node, above: Above): Mistake[] {
    const name = String(node.name);
    const known = bound.filter(({ from, to }) => from <= node.start && node.end <= to);
    const own = known.findLast((one) => one.name === name);
    if (own === undefined || roleOf(node, above) !== "used" || /^use[A-Z]/.test(name)) return [];
    // One of the file is taken for another of the file, one of a function for another of a function.
    const isOfFile = ({ to }: { to: number }) => to === program.end;
    const near = known.filter((one) => isOfFile(one) === isOfFile(own)).map((one) => one.name);
    const text = other(name, near);
    return instead(node, text && (above.at(-1)?.shorthand === true ? `${name}: ${text}` : text));
  }

  function exchanges(parts: readonly (Node | null)[]): Mistake[] {
    return parts.flatMap((one, index) => {
      const two = parts[index + 1];
      if (!one || !two || !areAlike(one, two)) return [];
      const text = of(two) + source.slice(one.end, two.start) + of(one);
      return [{ start: one.start, end: two.end, text }];
    });
  }
  function areAlike(...both: [Node, Node]): boolean {
    const [one = "", two = ""] = both.map((node) => of(node).replace(/^[\w.]+\./, ""));
    if ([/^"/, /^\d/].some((form) => form.test(one) && form.test(two))) return true;
    return (
      [one, two].every((name) => /^[A-Za-z]\w*$/.test(name)) && other(one, [two]) !== undefined
    );
  }

  return (node, above) => {
    if (node.type === "Literal") return constantMistakes(node, above);
    if (node.type === "Identifier") return nameMistakes(node, above);
    // The least and the most of things are so in any order.
    if (/^(Call|New)Expression$/.test(node.type))
      return /^Math\.m(ax|in)$/.test(of(node.callee)) ? [] : exchanges(node.arguments);
    if (node.type === "ArrayPattern") return exchanges(node.elements);
    if (isProperty(node, above)) {
      const name = of(node.property);
      const own = `names ${of(node.object)}`;
      const isBeside = (key: string) => key === own || /^names \d/.test(key);
      const beside = [...groups].filter(([key, all]) => isBeside(key) && all.has(name));
      const all = beside.flatMap(([, names]) => [...names]);
      return instead(node.property, other(name, all));
    }
    if (node.type !== "ObjectPattern") return [];
    return node.properties.flatMap(({ key, shorthand }) => {
      const text = key?.type === "Identifier" ? other(of(key), keysOf(node.properties)) : undefined;
      return instead(key ?? node, text && (shorthand ? `${text}: ${of(key)}` : text));
    });
  };
}

const isProperty = (node: Node, above: Above): boolean =>
  node.type === "MemberExpression" && !node.computed && above.at(-1)?.callee !== node;

/** Whether a name is bound there, stands for what it is bound to, or is no more than a property's name. */
function roleOf(node: Node, above: Above): "bound" | "used" | "named" {
  const [holder, parent] = above.slice(-2);
  const type = parent?.type ?? "";
  if (parent === undefined || /^(TS(?!As|NonNull|Satisfies)|Export|Meta)/.test(type))
    return "named";
  if (type === "MemberExpression")
    return parent.property === node && !parent.computed ? "named" : "used";
  if (type === "Property" && parent.key === node && !parent.shorthand) return "named";
  if (type === "Property") return holder?.type === "ObjectPattern" ? "bound" : "used";
  if (/^(ArrayPattern|RestElement|CatchClause|Import\w+)$/.test(type)) return "bound";
  const isBinding = /Function|^VariableDeclarator$|^AssignmentPattern$/.test(type);
  return isBinding && ![parent.body, parent.init, parent.right].includes(node) ? "bound" : "used";
}
