const rule = [
  { from: 1280, columns: 8 },
  { from: 1024, columns: 6 },
  { from: 640, columns: 4 },
] as const;

export const breakpoints = rule.map(({ from }) => from);

export function columnsAt(width: number): number {
  return rule.find(({ from }) => width >= from)?.columns ?? 2;
}

/** How many cards share the row of card `index`: what does not fill a row is folded into the first one. */
export function cardsInRow(index: number, count: number, columns: number): number {
  const remainder = count % columns;
  return index < remainder ? remainder : columns;
}
