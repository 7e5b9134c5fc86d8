import useSWR from "swr";
import { everyNoteOf } from "#contract/product";
import { useShopConfig } from "../../api/config.ts";
import { prepareScent, useScent } from "../../api/scents.ts";
import { LazyPortrait } from "../../scent/ProductPortrait.tsx";
import { ScentLink } from "../../scent/ScentLink.tsx";
import { shownName } from "../../scent/product-name.ts";
import dots from "../../scent/scent.module.css";
import styles from "./shelf.module.css";

/** Fragrances by name, all at once, without those that cannot be read; none, no shelf. */
export default function Shelf() {
  const config = useShopConfig();
  const ids = config.error === undefined ? config.data?.featured_scents : [];
  const { data: known } = useSWR(
    ids && ["featured", ...ids],
    ([, ...featured]) => findKnown(featured),
    { revalidateOnFocus: false, revalidateIfStale: false },
  );
  if (known === undefined) return null;
  return (
    <ul className={styles.shelf}>
      {known.map((id) => (
        <Named key={id} id={id} />
      ))}
    </ul>
  );
}

async function findKnown(ids: readonly string[]): Promise<string[]> {
  const read = await Promise.allSettled(ids.map((id) => prepareScent(id)));
  return ids.filter((_, index) => read[index]?.status === "fulfilled");
}

function Named({ id }: { id: string }) {
  const { data } = useScent(id);
  if (data === undefined) return null;
  const { product, notes } = data;
  const names = everyNoteOf(notes).map(({ raw_material }) => raw_material.name);
  return (
    <li>
      <ScentLink id={id} className={styles.scent}>
        <span className={styles.picture}>
          <LazyPortrait productId={id} notes={notes} size="card" />
        </span>
        <div>
          <div className={styles.name}>{shownName(product)}</div>
          {product.description ? <div className={styles.line}>{product.description}</div> : null}
          <div className={`soft ${dots.dots}`}>
            {names.slice(0, 3).map((name) => (
              <span key={name} className={dots.dot}>
                {name}
              </span>
            ))}
          </div>
        </div>
      </ScentLink>
    </li>
  );
}
