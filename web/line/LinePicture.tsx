import { lazy, Suspense } from "react";
import styles from "./line.module.css";

/** Drawn once everything else is there, as portraits are. */
const LineBottle = lazy(() =>
  import("./LineBottle.tsx").then((module) => ({ default: module.LineBottle })),
);

export interface LinePictureProps {
  productIds: readonly string[];
  addonItemIds: readonly string[];
  labelText: string | null | undefined;
}

/** The bottle with its chosen options. Its place is kept free. */
export function LinePicture(props: LinePictureProps) {
  return (
    <span className={styles.bottle} aria-hidden="true">
      <Suspense>
        <LineBottle {...props} />
      </Suspense>
    </span>
  );
}
