const rule = [
  { from: 1280, columns: 8 },
  { from: 1024, columns: 6 },
  { from: 640, columns: 4 },
] as const;

export const breakpoints = rule.map(({ from }) => from);

export function columnsAt(width: number): number {
  return rule.find(({ from }) => width >= from)?.columns ?? 2;
}

/** The first row takes the remainder, so that all other rows are full. */
export function cardsInRow(index: number, count: number, columns: number): number {
  const remainder = count % columns;
  return index < remainder ? remainder : columns;
}
