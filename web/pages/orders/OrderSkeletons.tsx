import { Skeleton } from "../../ui/Skeleton.tsx";
import styles from "./orders.module.css";

const cards = [1, 2, 3];

/** Cards in the shape of those to come. */
export function OrderSkeletons({ label }: { label: string }) {
  return (
    <div className={styles.list} role="status">
      <span className="visually-hidden">{label}</span>
      {cards.map((card) => (
        <div key={card} className={styles.card}>
          <Skeleton height="1.5rem" />
          <Skeleton height="2.75rem" />
          <Skeleton lines={2} />
          <Skeleton height="4rem" />
          <Skeleton height="2.75rem" />
        </div>
      ))}
    </div>
  );
}
