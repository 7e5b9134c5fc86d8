/** "30 ml spray" holds 30. Null without a number before the unit. */
export function millilitresIn(name: string): number | null {
  const [, amount] = /(\d{1,4}(?:\.\d)?) ?ml/i.exec(name.normalize("NFKC")) ?? [];
  return amount === undefined ? null : Number(amount);
}
