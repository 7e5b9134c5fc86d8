import type { ReactNode } from "react";
import { ProductNames } from "../scent/ProductNames.tsx";
import { classNames } from "../ui/class-names.ts";
import { Facts, type FactsProps } from "./Facts.tsx";
import styles from "./line.module.css";
import { LinePicture } from "./LinePicture.tsx";

interface LineProps extends FactsProps {
  productIds: readonly string[];
  /** The products' numbers. */
  label: string;
  /** With its currency; null where the upstream does not give it. */
  price: string | null;
  /** What can be done with the line. */
  children?: ReactNode;
}

/** What tells a line of a cart or an order from another: its picture, its products and its facts. */
export function Line({ productIds, label, price, children, ...facts }: LineProps) {
  const ids = [...new Set(productIds)];
  const isNamed = label !== "" || ids.length > 0;
  return (
    <div className={styles.frame}>
      <div
        className={classNames(
          styles.line,
          ids.length > 0 && styles.pictured,
          ids.length > 1 && styles.several,
        )}
      >
        {ids.length === 0 ? null : (
          <div className={styles.picture}>
            <LinePicture {...facts} productIds={ids} />
          </div>
        )}
        <div className={styles.head}>
          <p className={styles.names}>
            {isNamed ? (
              <ProductNames ids={ids} label={label} />
            ) : (
              <span className={styles.kind}>{facts.kind}</span>
            )}
          </p>
          {price === null ? null : <span className={styles.price}>{price}</span>}
        </div>
        <div className={styles.rest}>
          <Facts {...facts} kind={isNamed ? facts.kind : ""} />
          {children}
        </div>
      </div>
    </div>
  );
}
