import styles from "./Amounts.module.css";
import { classNames } from "./class-names.ts";

export type Row = readonly [name: string, amount: string];

export function Amounts({ rows = [], total }: { rows?: readonly Row[]; total?: Row | null }) {
  const row = ([name, amount]: Row, className?: string) => (
    <div key={name} className={classNames("spread", className)}>
      <dt>{name}</dt>
      <dd className="whole">{amount}</dd>
    </div>
  );
  return (
    <dl className={styles.amounts}>
      {rows.map((one) => row(one))}
      {total ? row(total, styles.total) : null}
    </dl>
  );
}
