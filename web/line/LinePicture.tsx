import { lazy, Suspense } from "react";
import { Portraits } from "../scent/Portraits.tsx";
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

/** The bottle with its chosen options; the portraits of what has none. The place is kept free for either. */
export function LinePicture(props: LinePictureProps) {
  if (props.addonItemIds.length === 0) return <Portraits ids={props.productIds} />;
  return (
    <span className={styles.bottle} aria-hidden="true">
      <Suspense>
        <LineBottle {...props} />
      </Suspense>
    </span>
  );
}
