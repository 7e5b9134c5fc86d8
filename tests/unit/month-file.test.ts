import { cellOf } from "../../worker/desk/csv.ts";

test.each([
  ["SL261121ABCDE", "SL261121ABCDE"],
  [-300, "-300"],
  ["=1+1", `"'=1+1"`],
  ["+886 912", `"'+886 912"`],
  ["-2", `"'-2"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["\t=1", `"'\t=1"`],
  ['say "hi", please', '"say ""hi"", please"'],
  ["two\nlines", '"two\nlines"'],
])("%j is the cell %s, which no spreadsheet runs", (value, cell) => {
  expect(cellOf(value)).toBe(cell);
});
