import { t } from "../../i18n/translate.ts";
import type { sizesOf } from "../../purchase/appearance.ts";
import { Flask } from "../../scent/Flask.tsx";
import { formatNumber } from "../../i18n/format.ts";
import type { PortraitNotes } from "../../scent/portrait.ts";
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
      {sizes.map((size) => (
        <li key={size.id} data-chosen={itemIds.includes(size.id) || undefined}>
          <svg viewBox="0 60 240 250" focusable="false">
            <Flask
              closure={size.closure}
              strength={itemIds.includes(size.id) ? strength : 0}
              notes={notes}
              scale={size.scale}
            />
          </svg>
          {t("shop.purchase.millilitres", { count: formatNumber(size.millilitres) })}
        </li>
      ))}
    </ul>
  );
}
