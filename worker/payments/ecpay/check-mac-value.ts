/** CheckMacValue (pages 2902, 2904). Ambiguous input, so messages are checked by field too. */
import type { Keys } from "./vocabulary.ts";

export type Fields = Record<string, string>;

/** Each name once, since parsers differ on which counts. `read` gives null for what is misspelt. */
export function fieldsIn(text: string, read: (part: string) => string | null) {
  const fields: Fields = Object.create(null);
  for (const pair of text.split("&")) {
    const at = pair.indexOf("=");
    const name = at > 0 ? read(pair.slice(0, at)) : null;
    const value = read(pair.slice(at + 1));
    if (name === null || value === null) return "malformed";
    if (name in fields) return "duplicate_key";
    fields[name] = value;
  }
  return fields;
}

/** @throws URIError for lone surrogates, which cannot be signed. */
export async function checkMacValue(fields: Fields, keys: Keys): Promise<string> {
  const pairs = Object.entries(fields)
    .filter(([name]) => name !== "CheckMacValue")
    .map(([name, value]) => ({ order: name.toLowerCase(), pair: `${name}=${value}` }))
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
    .map(({ pair }) => pair);
  const raw = [`HashKey=${keys.hashKey}`, ...pairs, `HashIV=${keys.hashIv}`].join("&");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(encode(raw)));
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

export async function signed(fields: Fields, keys: Keys): Promise<Fields> {
  return { ...fields, CheckMacValue: await checkMacValue(fields, keys) };
}

export async function verifyCheckMacValue(fields: Fields, keys: Keys): Promise<boolean> {
  const claimed = Object.hasOwn(fields, "CheckMacValue") ? fields["CheckMacValue"] : undefined;
  if (claimed === undefined || !/^[0-9A-Fa-f]{64}$/.test(claimed)) return false;
  if (!Object.entries(fields).every(([name, value]) => name.isWellFormed() && value.isWellFormed()))
    return false;
  return equalInConstantTime(claimed.toUpperCase(), await checkMacValue(fields, keys));
}

/** .NET's form encoding, lower-cased after encoding, as ECPay does. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll("'", "%27")
    .replaceAll("~", "%7e")
    .replaceAll("%20", "+")
    .toLowerCase();
}

function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}
