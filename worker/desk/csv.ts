export const byteOrderMark = "\uFEFF";

/** A spreadsheet runs what begins like a formula, unless an apostrophe stands before it. */
export function cellOf(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
