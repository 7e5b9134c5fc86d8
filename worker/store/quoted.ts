/** Values in SQL without parameters, which the command line sends. */

/** @throws RangeError for what does not fit: it becomes a part of the statement. */
export function quoted(value: string, pattern: RegExp, what: string): string {
  if (!pattern.test(value)) throw new RangeError(`That is no ${what}`);
  return `'${value}'`;
}

export const quotedTrade = (trade: string) => quoted(trade, /^[A-Za-z0-9]{1,20}$/, "trade number");
