import { cellOf, linesOf, rowsOf, textOf } from "../../worker/desk/csv.ts";

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

test("what was written is read back", () => {
  const rows = [
    ["a", 'b "c", d', "e\nf"],
    ["1", "", "3"],
  ];
  const text = rows.map((row) => row.map(cellOf).join(",")).join("\r\n");
  expect(rowsOf(`${text}\r\n`)).toEqual(rows);
});

test("the gateway's files are understood by their columns, refunds as sums of their own or below zero", () => {
  const trades =
    '\uFEFF訂單日期,特店訂單編號,綠界訂單編號,交易金額,退款金額\r\n2026/11/01,SLTRADE1,2611011200001,"1,200",300\r\n合計,,,1200,300\r\n';
  expect(linesOf(trades)).toEqual(new Map([["SLTRADE1", { paid: 1200, refunded: 300 }]]));
  const payouts =
    'x,x,PAYOUTS2026,,900\n序號,授權單號,訂單編號,交易日期,交易金額\n1,77,="SLTRADE1",20261101,1200\n2,78,="SLTRADE1",20261102,-300\n';
  expect(linesOf(payouts)).toEqual(new Map([["SLTRADE1", { paid: 1200, refunded: 300 }]]));
  expect(linesOf("name,price\nrose,3\n")).toBeNull();
});

test("a file in Big5 is read too", () => {
  // 訂單編號
  const bytes = Uint8Array.of(0xad, 0x71, 0xb3, 0xe6, 0xbd, 0x73, 0xb8, 0xb9);
  expect(textOf(bytes.buffer)).toBe("訂單編號");
});
