import { useProduct } from "../api/products.ts";
import { ownName } from "./product-name.ts";
import { ScentLink } from "./ScentLink.tsx";
import styles from "./scent.module.css";

interface ProductNamesProps {
  ids: readonly string[];
  /** Their numbers, as carts and orders join them. */
  label: string;
}

/** Each on a line of its own, which it has before its name is known, so that nothing below it moves. */
export function ProductNames({ ids, label }: ProductNamesProps) {
  if (ids.length === 0) return <span className={styles.name}>{label}</span>;
  const numbers = label.split(", ");
  return ids.map((id, index) => (
    <ProductName
      key={id}
      id={id}
      number={ids.length === numbers.length ? numbers[index] : undefined}
    />
  ));
}

/** The name with the number small beside it; the number alone where nobody knows the name. */
function ProductName({ id, number }: { id: string; number: string | undefined }) {
  const { data: product } = useProduct(id);
  const name = product === undefined ? null : ownName(product);
  const shown = number ?? product?.product_id ?? id;
  return (
    <span className={styles.product}>
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
