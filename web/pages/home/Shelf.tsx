import { useShopConfig } from "../../api/config.ts";
import { useScent } from "../../api/scents.ts";
import { formatList } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { LazyPortrait } from "../../scent/ProductPortrait.tsx";
import { ScentLink } from "../../scent/ScentLink.tsx";
import { shownName } from "../../scent/product-name.ts";
import styles from "./keepsakes.module.css";

/** Fragrances of the shop by name, without those that cannot be read; its place goes with the last of them. */
export default function Shelf() {
  const { data: config, error } = useShopConfig();
  if (config === undefined && error === undefined) return null;
  const ids = config?.featured_scents ?? [];
  return (
    <ul className={styles.shelf}>
      {ids.map((id) => (
        <Named key={id} id={id} />
      ))}
    </ul>
  );
}

function Named({ id }: { id: string }) {
  const { locale } = useI18n();
  const { data, error } = useScent(id);
  if (error !== undefined) return null;
  if (data === undefined) return <li />;
  const { product, notes } = data;
  const names = [...notes.top, ...notes.middle, ...notes.back].map(
    ({ raw_material }) => raw_material.name,
  );
  return (
    <li>
      <ScentLink id={id} className={styles.scent}>
        <span className={styles.picture}>
          <LazyPortrait productId={id} notes={notes} size="card" />
        </span>
        <span className={styles.said}>
          <span className={styles.name}>{shownName(product)}</span>
          {product.description ? <span className={styles.line}>{product.description}</span> : null}
          <span className={styles.notes}>{formatList(locale, names.slice(0, 3))}</span>
        </span>
      </ScentLink>
    </li>
  );
}
