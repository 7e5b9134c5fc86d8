import { Skeleton } from "../../ui/Skeleton.tsx";
import { classNames } from "../../ui/class-names.ts";
import styles from "./orders.module.css";

const cards = [1, 2, 3];

/** In the shape of the cards to come. */
export function OrderSkeletons({ label }: { label: string }) {
  return (
    <div className={classNames(styles.list, styles.waiting)} role="status">
      <span className="visually-hidden">{label}</span>
      {cards.map((card) => (
        <div key={card} className={styles.card}>
          <div className={styles.what}>
            <Skeleton block="label" className={styles.skeletonHead} />
            <Skeleton block="label" className={styles.skeletonStops} />
            <div className={styles.skeletonScent}>
              <Skeleton block="label" />
              <Skeleton lines={2} />
            </div>
          </div>
          <div className={styles.side}>
            <Skeleton block="label" className={styles.skeletonTotal} />
            <Skeleton block="control" />
          </div>
        </div>
      ))}
    </div>
  );
}
