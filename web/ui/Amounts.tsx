import styles from "./Amounts.module.css";
import { classNames } from "./class-names.ts";

type Row = readonly [name: string, amount: string];

interface AmountsProps {
  rows?: readonly Row[];
  /** What the rows come to. */
  total?: Row | null;
}

/** Names, each with its amount at the end of its line. */
export function Amounts({ rows = [], total = null }: AmountsProps) {
  const row = ([name, amount]: Row, className?: string) => (
    <div key={name} className={classNames("spread", className)}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
  return (
    <dl className={styles.amounts}>
      {rows.map((one) => row(one))}
      {total === null ? null : row(total, styles.total)}
    </dl>
  );
}
