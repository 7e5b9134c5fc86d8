import { lazy, Suspense } from "react";
import styles from "./scent.module.css";

/** Painted once everything else is there: it waits for its notes anyway. */
const ProductPortrait = lazy(() =>
  import("./ProductPortrait.tsx").then((module) => ({ default: module.ProductPortrait })),
);

/** The scents of one line side by side, each whole. */
export function Portraits({ ids }: { ids: readonly string[] }) {
  return (
    <span className={styles.portraits} aria-hidden="true">
      {ids.map((id) => (
        <span key={id} className={styles.thumb}>
          <Suspense>
            <ProductPortrait productId={id} size="thumb" />
          </Suspense>
        </span>
      ))}
    </span>
  );
}
