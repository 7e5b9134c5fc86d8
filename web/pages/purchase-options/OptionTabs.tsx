import type { AddonCategory } from "#contract/product";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { BottlePreview, type BottleLook } from "../../scent/BottlePreview.tsx";
import type { PortraitNotes } from "../../scent/portrait.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import styles from "./purchase.module.css";

interface OptionTabsProps {
  categories: readonly AddonCategory[];
  category: AddonCategory;
  itemIds: readonly string[];
  onOpen: (categoryId: string) => void;
  onChoose: (itemId: string) => void;
  /** The bottle as it would be with this item. */
  lookWith: (itemId: string) => BottleLook;
  notes: PortraitNotes | undefined;
}

export function OptionTabs({
  categories,
  category,
  itemIds,
  onOpen,
  onChoose,
  lookWith,
  notes,
}: OptionTabsProps) {
  const { locale, t } = useI18n();
  return (
    <Tabs
      label={t("shop.purchase.categories")}
      tabs={categories.map(({ id, name }) => ({ id, label: name }))}
      value={category.id}
      onChange={onOpen}
    >
      <fieldset className={styles.options}>
        <legend className="visually-hidden">{category.name}</legend>
        {category.items.map((item) => (
          <label key={item.id} className={styles.option}>
            <input
              type="radio"
              name={category.id}
              value={item.id}
              checked={itemIds.includes(item.id)}
              onChange={() => onChoose(item.id)}
            />
            {item.image ? (
              <img className={styles.swatch} src={item.image} alt="" />
            ) : (
              <BottlePreview look={lookWith(item.id)} notes={notes} className={styles.swatch} />
            )}
            <span className={styles.optionName}>{item.name}</span>
            <span className={styles.soft}>
              {item.price === 0
                ? t("shop.purchase.no_extra")
                : t("shop.purchase.extra", { price: formatMoney(locale, item.price) })}
            </span>
          </label>
        ))}
      </fieldset>
    </Tabs>
  );
}
