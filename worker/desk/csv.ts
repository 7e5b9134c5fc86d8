export const byteOrderMark = "\uFEFF";

/** A spreadsheet runs what begins like a formula, unless an apostrophe stands before it. */
export function cellOf(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/g;
  for (const [, quoted, plain = "", end] of text.matchAll(cells)) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end !== ",") rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ""));
}

/** As the gateway's files of trades and of payouts call them. */
const columns = {
  trade: /^(特店|廠商)?(訂單|交易)編號$|^merchant ?trade ?no$|^order id$/i,
  amount: /^(交易|訂單|付款)金額$|^transaction amount$|^trade ?amt$/i,
  refund: /^退款金額$|^refund amount$/i,
};

const sumOf = (cell = "") => Number(cell.replaceAll(/[^0-9.-]/g, "")) || 0;

/** What the file says of each trade, in NT$; null where its columns are not known. */
export function linesOf(text: string): Map<string, { paid: number; refunded: number }> | null {
  const rows = rowsOf(text.replace(byteOrderMark, ""));
  const at = (row: string[], column: RegExp) => row.findIndex((cell) => column.test(cell));
  const headAt = rows.findIndex(
    (row) => at(row, columns.trade) >= 0 && at(row, columns.amount) >= 0,
  );
  const head = rows[headAt];
  if (head === undefined) return null;
  const [trade, amount, refund] = [columns.trade, columns.amount, columns.refund].map((column) =>
    at(head, column),
  );
  const lines = new Map<string, { paid: number; refunded: number }>();
  for (const row of rows.slice(headAt + 1)) {
    // A file made for spreadsheets keeps numbers as text so.
    const name = (row[trade ?? -1] ?? "").replace(/^['`=]*"?|"$/g, "");
    if (!/^[A-Za-z0-9]{4,20}$/.test(name)) continue;
    const line = lines.get(name) ?? { paid: 0, refunded: 0 };
    const sum = sumOf(row[amount ?? -1]);
    line.paid += Math.max(sum, 0);
    line.refunded += Math.max(-sum, 0) + Math.abs(sumOf(row[refund ?? -1]));
    lines.set(name, line);
  }
  return lines;
}

/** The gateway's older files are in Big5, which is no UTF-8. */
export function textOf(bytes: ArrayBuffer): string {
  const text = new TextDecoder().decode(bytes);
  return text.includes("\uFFFD") ? new TextDecoder("big5").decode(bytes) : text;
}
