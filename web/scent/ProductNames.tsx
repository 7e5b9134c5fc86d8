import { useProduct } from "../api/products.ts";
import { classNames } from "../ui/class-names.ts";
import { late } from "../ui/late.tsx";
import { ownName } from "./product-name.ts";
import { ScentLink } from "./ScentLink.tsx";
import styles from "./scent.module.css";

/** Painted once everything else is there: it waits for its notes anyway. */
const ProductPortrait = late(async () => ({
  default: (await import("./ProductPortrait.tsx")).ProductPortrait,
}));

interface ProductNamesProps {
  ids: readonly string[];
  /** Their numbers, as carts and orders join them. */
  label: string;
  /** Each after its portrait. */
  hasPortraits?: boolean;
}

/** Each on a line that it has before its name is known, so that nothing below it moves. */
export function ProductNames({ ids, label, hasPortraits = false }: ProductNamesProps) {
  if (ids.length === 0) return <span className={styles.name}>{label}</span>;
  const numbers = label.split(", ");
  return ids.map((id, index) => (
    <span key={id} className={classNames(styles.product, hasPortraits && styles.pictured)}>
      {hasPortraits ? (
        <span className={`unprinted ${styles.thumb}`} aria-hidden="true">
          <ProductPortrait productId={id} size="thumb" />
        </span>
      ) : null}
      <ProductName id={id} number={ids.length === numbers.length ? numbers[index] : undefined} />
    </span>
  ));
}

/** The name with its number, or the number alone where nobody knows the name: not until then. */
function ProductName({ id, number }: { id: string; number: string | undefined }) {
  const { data: product, isLoading } = useProduct(id);
  const name = product === undefined ? null : ownName(product);
  const shown = number ?? product?.product_id ?? id;
  return (
    <span className={classNames(styles.words, isLoading && styles.unread)}>
      <span className={styles.name}>
        <ScentLink id={id}>{name ?? shown}</ScentLink>
      </span>
      {name === null ? null : (
        <>
          {" "}
          <span className={styles.number}>{shown}</span>
        </>
      )}
    </span>
  );
}
