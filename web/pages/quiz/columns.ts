/** What a row may hold at most: on a phone, from 640 px and from 1280 px. */
export const mostInRow = { phone: 2, tablet: 4, desk: 5 } as const;

/** All answers to a question are equally wide, in even rows where these are as long or one shorter; else the last row is short. */
export function columnsOf(count: number, most: number): number {
  if (count <= most) return count;
  for (let columns = most; columns >= most - 1; columns -= 1)
    if (count % columns === 0) return columns;
  return Math.ceil(count / Math.ceil(count / most));
}
