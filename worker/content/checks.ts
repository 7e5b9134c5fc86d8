/** What texts must keep to, whoever publishes them: the command or the desk. */
import { locales } from "#contract/locales";
import type { Messages } from "./shipped.ts";

export function flatTexts(within: Messages, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(within).flatMap(([key, value]) =>
      typeof value === "string"
        ? [[prefix + key, value]]
        : [...flatTexts(value, `${prefix}${key}.`)],
    ),
  );
}

const placeholdersOf = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort().join(" ");

/** An edit whose key is gone, or whose text has other placeholders by now, is left out. */
export function withEdits(base: Messages, edits: Readonly<Record<string, string>>): Messages {
  const edited = (within: Messages, prefix: string): Messages =>
    Object.fromEntries(
      Object.entries(within).map(([name, value]) => {
        if (typeof value !== "string") return [name, edited(value, `${prefix}${name}.`)];
        const text = edits[prefix + name];
        const isSame = text !== undefined && placeholdersOf(text) === placeholdersOf(value);
        return [name, isSame ? text : value];
      }),
    );
  return Object.keys(edits).length === 0 ? base : edited(base, "");
}

/** The languages have the same keys with the same placeholders; null where they do. */
export function faultOfTexts(
  namespace: string,
  files: readonly { locale: string; texts: Messages }[],
): string | null {
  const linesOf = ({ texts }: { texts: Messages }) =>
    new Set(Array.from(flatTexts(texts), ([key, text]) => `${key} ${placeholdersOf(text)}`.trim()));
  const expected = linesOf(files[0] ?? { texts: {} });
  for (const file of files) {
    const found = linesOf(file);
    const differing = [...expected, ...found].filter(
      (line) => !expected.has(line) || !found.has(line),
    );
    if (differing.length > 0)
      return `${namespace}.json has another text or placeholder in ${file.locale} than in ${locales[0]}: ${differing.join("; ")}`;
  }
  return null;
}

/** Texts name the brand's facts in single braces; shoppers would see an unknown name as it is. */
export function faultOfFacts(names: readonly string[], key: string, text: string): string | null {
  // A fact with a form for each language, as `brand_name_zh`, is named without it.
  const facts = new Set(names.flatMap((name) => [name, name.replace(/_[a-z]{2}$/, "")]));
  for (const [placeholder, name = ""] of text.replace(/\{\{\w+\}\}/g, "").matchAll(/\{(\w+)\}/g))
    if (!facts.has(name)) return `${key} names ${placeholder}, which brand.json lacks`;
  return null;
}
