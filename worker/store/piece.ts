/** A piece of a table: rows with `after` < value ≤ `upTo` in a column that grows with time. */
export interface Piece {
  after: number;
  upTo: number;
}
