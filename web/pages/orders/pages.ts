/** The page numbers of a list: the first, the last, the present one and its neighbours; null is an ellipsis. */
export function pageNumbers(current: number, total: number): (number | null)[] {
  if (total <= 1) return total === 1 ? [1] : [];
  const numbers: (number | null)[] = [1];
  if (current > 3) numbers.push(null);
  for (let page = Math.max(2, current - 1); page <= Math.min(total - 1, current + 1); page += 1) numbers.push(page);
  if (current < total - 2) numbers.push(null);
  numbers.push(total);
  return numbers;
}
