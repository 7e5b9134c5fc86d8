import { useEffect, useRef, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { takesLabelText } from "#contract/pricing";
import type { AddonCategory, Layers } from "#contract/product";
import { formatMoney, formatNumber, plural, t } from "../../i18n/translate.ts";
import { Words } from "../../i18n/Words.tsx";
import { lookOf } from "../../purchase/appearance.ts";
import choice from "../../ui/choice.module.css";
import mark from "../../ui/mark.module.css";
import { Tabs } from "../../ui/Tabs.tsx";
import styles from "./options.module.css";
import type { Purchase } from "./PurchaseForm.tsx";
import { BottlePreview } from "./Showcase.tsx";
import { choose, nextToChoose, stepsOf } from "./selection.ts";

/** Long enough to see the choice made, and for the second click of a double click. */
const leadOnMs = 320;

interface OptionTabsProps extends Purchase {
  category: AddonCategory;
  itemIds: readonly string[];
  leading: ReturnType<typeof useLeadingOn>;
  onChoose: (itemId: string) => void;
  notes: Layers | undefined;
  children: ReactNode;
}

export function OptionTabs(props: OptionTabsProps) {
  const { kind, options, category, itemIds, leading, onChoose, config, children } = props;
  const { box, leadTo, stay, open } = leading;
  const steps = stepsOf(options, itemIds);
  const chosenOf = ({ items }: AddonCategory) => items.find(({ id }) => itemIds.includes(id));
  // Arrow keys choose as they pass: only a pointed choice is a last word.
  const isPointed = useRef(false);
  const asked = useRef<HTMLDivElement>(null);

  const pick = (itemId: string) => {
    onChoose(itemId);
    if (!isPointed.current) return;
    if (takesLabelText(options.categories, config.label_category_id, [itemId])) {
      stay();
      requestAnimationFrame(() => asked.current?.scrollIntoView({ block: "nearest" }));
      return;
    }
    const after = nextToChoose(options, choose(options, itemIds, itemId).itemIds, category.id);
    if (after !== undefined) leadTo(after.id, leadOnMs);
  };

  return (
    <div ref={box} className={styles.tabs}>
      <p role="status" className="visually-hidden">
        {t("shop.purchase.progress", {
          done: formatNumber(itemIds.length),
          all: formatNumber(steps.length),
        })}
      </p>
      <Tabs
        label={t("shop.purchase.categories")}
        tabs={steps.map(({ category: step, waitsFor }) => {
          const chosen = chosenOf(step);
          const wait = waitsFor && t("shop.purchase.waits", { name: waitsFor.name });
          return {
            id: step.id,
            label: step.name,
            note: (
              <span>
                <Words text={chosen?.name ?? wait ?? t("shop.purchase.not_chosen")} most={4} />
              </span>
            ),
            isDone: chosen !== undefined,
            isDisabled: waitsFor !== null,
          };
        })}
        value={category.id}
        onChange={open}
      >
        <fieldset className={styles.options}>
          <legend className="visually-hidden">{category.name}</legend>
          {category.items.map((item) => (
            <label
              key={item.id}
              className={`${choice.card} ${styles.option}`}
              onPointerDown={() => (isPointed.current = true)}
            >
              <input
                type="radio"
                name={category.id}
                value={item.id}
                checked={itemIds.includes(item.id)}
                className={`${mark.mark} ${mark.badge} ${choice.mark} ${styles.mark}`}
                onKeyDown={() => (isPointed.current = false)}
                onChange={() => pick(item.id)}
              />
              <Swatch {...props} item={item} />
              <span className={styles.optionName}>{item.name}</span>
              <span className={`soft ${styles.extra}`}>
                {item.price === 0
                  ? t("shop.purchase.no_extra")
                  : t("shop.purchase.extra", { price: formatMoney(item.price) })}
              </span>
            </label>
          ))}
        </fieldset>
        <p className="soft" hidden={category.items.every(({ price }) => price === 0)}>
          {t("shop.purchase.per_unit", { unit: plural(`shop.purchase.units.${kind}`, 1) })}
        </p>
        <div ref={asked} className={styles.asked}>
          {children}
        </div>
      </Tabs>
    </div>
  );
}

/** Opens another tab, or the same again, and takes the focus there, as what had it may be gone. */
export function useLeadingOn(onOpen: (categoryId: string) => void) {
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const stay = () => window.clearTimeout(timer.current);
  const open = (categoryId: string) => {
    stay();
    onOpen(categoryId);
  };
  const leadTo = (categoryId: string, afterMs: number) => {
    stay();
    timer.current = window.setTimeout(() => {
      flushSync(() => onOpen(categoryId));
      const tab = box.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
      tab?.scrollIntoView({ block: "nearest" });
      tab?.focus({ preventScroll: true });
    }, afterMs);
  };
  return { box, leadTo, stay, open };
}

type SwatchProps = OptionTabsProps & { item: AddonCategory["items"][number] };

/** The upstream's picture; else the bottle as it would be, to one scale. */
function Swatch({ item, category, options, config, itemIds, notes }: SwatchProps) {
  const choosing = choose(options, itemIds, item.id);
  const wouldBe = lookOf(options, config, [...choosing.itemIds, ...choosing.dropped], true);
  if (item.image) return <img className={styles.swatch} src={item.image} alt="" />;
  const isLabel = category.id === config.label_category_id;
  const isBare = isLabel || item.id in config.bottle_items || item.id in config.concentration_items;
  const look = isBare ? { ...wouldBe, hasOwnFlask: true, layers: [] } : wouldBe;
  return <BottlePreview look={look} notes={notes} className={styles.swatch} />;
}
