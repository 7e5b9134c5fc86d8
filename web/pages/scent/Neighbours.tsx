import { useMemo } from "react";
import type { ProductNotes } from "#contract/product";
import { t } from "../../i18n/translate.ts";
import { useScents } from "../../api/scents.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { byCloseness } from "../../scent/closeness.ts";
import { Tiles } from "../../scent/Tiles.tsx";
import tiles from "../../scent/tiles.module.css";
import { useNear } from "../../ui/use-near.ts";
import styles from "./scent-page.module.css";

export function Neighbours({ id, notes }: { id: string; notes: ProductNotes }) {
  const [place, isNear] = useNear<HTMLElement>();
  const { data, error } = useScents(isNear);
  const closest = useMemo(
    () => (data === undefined ? null : byCloseness({ id, ...notes }, data.data).slice(0, 4)),
    [data, id, notes],
  );
  if (error !== undefined || closest?.length === 0) return null;
  return (
    <section ref={place} className={`stack ${styles.sizes} ${tiles.tiles} ${tiles.four}`}>
      <h2>{t("shop.scent_page.close")}</h2>
      {closest === null ? <Coming /> : <Tiles of={closest} />}
      <p>
        <LinkButton href={paths.scents({ near: id })}>{t("shop.scent_page.closer")}</LinkButton>
      </p>
    </section>
  );
}

/** As large as the tiles, so that nothing moves when they come. */
const Coming = () => (
  <ul className="list" aria-hidden="true">
    {[1, 2, 3, 4].map((place) => (
      <li key={place}>
        <svg viewBox="0 0 200 230" />
        <b>&nbsp;</b>
        <small>&nbsp;</small>
      </li>
    ))}
  </ul>
);
