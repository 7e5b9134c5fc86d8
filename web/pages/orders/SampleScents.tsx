import { useShopConfig } from "../../api/config.ts";
import { useScent } from "../../api/scents.ts";
import { LazyPortrait } from "../../scent/ProductPortrait.tsx";
import { ScentLink } from "../../scent/ScentLink.tsx";
import { shownName } from "../../scent/product-name.ts";
import styles from "./sample-scents.module.css";

const shown = 3;
const place = <li aria-hidden="true" className={styles.place} />;

/** What an order could be about. Their space is kept; one that cannot be read is left out. */
export function SampleScents() {
  const { data: config, error } = useShopConfig();
  if (error !== undefined) return null;
  return (
    <ul className={styles.scents}>
      {config?.featured_scents.slice(0, shown).map((id) => <Sample key={id} id={id} />) ?? place}
    </ul>
  );
}

function Sample({ id }: { id: string }) {
  const { data, error } = useScent(id);
  if (data === undefined) return error === undefined ? place : null;
  return (
    <li>
      <ScentLink id={id} className={styles.scent}>
        <LazyPortrait productId={id} notes={data.notes} size="card" />
        <span className={styles.name}>{shownName(data.product)}</span>
      </ScentLink>
    </li>
  );
}
