import { Skeleton } from "../../ui/Skeleton.tsx";
import styles from "./orders.module.css";

const cards = [1, 2, 3];

export function OrderSkeletons({ label }: { label: string }) {
  return (
    <div className={styles.list} role="status">
      <span className="visually-hidden">{label}</span>
      {cards.map((card) => (
        <div key={card} className={styles.card}>
          <Skeleton block="label" className={styles.skeletonHead} />
          <Skeleton block="control" />
          <div className={styles.skeletonScent}>
            <Skeleton block="label" />
            <Skeleton lines={2} />
          </div>
          <Skeleton block="label" className={styles.skeletonTotal} />
        </div>
      ))}
    </div>
  );
}
