import { Fragment } from "react";
import { localeTable } from "#contract/locales";
import { useProduct } from "../api/products.ts";
import { useI18n } from "../i18n/translate.ts";
import { ownName } from "./product-name.ts";
import { ScentLink } from "./ScentLink.tsx";
import styles from "./scent.module.css";

interface ProductNamesProps {
  ids: readonly string[];
  /** Their numbers, as carts and orders join them. */
  label: string;
}

/** "SL-021 Osmanthus lane, SL-013 …", in the page's language. */
export function ProductNames({ ids, label }: ProductNamesProps) {
  const { locale } = useI18n();
  if (ids.length === 0) return label;
  const numbers = label.split(", ");
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index === 0 ? null : localeTable[locale].separators.name}
      <ProductName id={id} number={ids.length === numbers.length ? numbers[index] : undefined} />
    </Fragment>
  ));
}

function ProductName({ id, number }: { id: string; number: string | undefined }) {
  const { data: product } = useProduct(id);
  const name = product === undefined ? null : ownName(product);
  const shown = number ?? product?.product_id ?? id;
  return (
    <>
      <span className={styles.number}>{shown}</span>
      {name === null ? null : (
        <>
          {" "}
          <ScentLink id={id}>{name}</ScentLink>
        </>
      )}
    </>
  );
}
