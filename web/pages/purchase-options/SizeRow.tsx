import { t } from "../../i18n/translate.ts";
import type { sizesOf } from "../../purchase/appearance.ts";
import { Flask } from "../../scent/Flask.tsx";
import { formatNumber } from "../../i18n/format.ts";
import type { PortraitNotes } from "../../scent/portrait.ts";
import { cutOf } from "../../scent/vessel.ts";
import bottle from "../../scent/bottle.module.css";
import styles from "./purchase.module.css";

interface SizeRowProps {
  sizes: ReturnType<typeof sizesOf>;
  itemIds: readonly string[];
  strength: number;
  notes: PortraitNotes | undefined;
}

/** Every size beside the others. The tabs say the same to screen readers. */
export function SizeRow({ sizes, itemIds, strength, notes }: SizeRowProps) {
  if (sizes.length === 0) return null;
  return (
    <ul className={styles.sizes} aria-hidden="true">
      {sizes.map(({ id, vessel, scale, millilitres }) => (
        <li key={id} data-chosen={itemIds.includes(id) || undefined}>
          <svg viewBox={cutOf(vessel, scale)} className={bottle.bottle} focusable="false">
            <Flask
              vessel={vessel}
              scale={scale}
              strength={itemIds.includes(id) ? strength : 0}
              notes={notes}
              isSmall
            />
          </svg>
          {t("shop.purchase.millilitres", { count: formatNumber(millilitres) })}
        </li>
      ))}
    </ul>
  );
}
