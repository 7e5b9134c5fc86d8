import type { ReactNode } from "react";
import { ProductNames } from "../scent/ProductNames.tsx";
import { classNames } from "../ui/class-names.ts";
import styles from "./line.module.css";
import { concentrations } from "#contract/cart";
import { localeTable } from "#contract/locales";
import { useI18n } from "../i18n/translate.ts";
import { usePurchaseOptions } from "../api/purchase.ts";
import { late } from "../ui/late.tsx";

/** Drawn once everything else is there, as portraits are. */
const LineBottle = late(() => import("./LineBottle.tsx"));

interface LineProps extends FactsProps {
  productIds: readonly string[];
  /** The products' numbers. */
  label: string;
  /** With its currency; null where the upstream does not give it. */
  price: string | null;
  /** What can be done with the line. */
  children?: ReactNode;
  /** Above the names. */
  title?: ReactNode;
  /** Between the names and the facts, and below the facts. */
  before?: ReactNode;
  after?: ReactNode;
  names?: "p" | "h2";
}

/** What tells a line of a cart or an order from another: its picture, products and facts. */
export function Line(props: LineProps) {
  const { productIds, label, price, children, title, before, after, names, ...facts } = props;
  const Names = names ?? "p";
  const ids = [...new Set(productIds)];
  const isNamed = label !== "" || ids.length > 0;
  const isBottle = ids.length > 0 && facts.addonItemIds.length > 0;
  return (
    <div className={styles.frame}>
      <div
        className={classNames(
          styles.line,
          ids.length > 0 && styles.pictured,
          isBottle && styles.bottled,
        )}
      >
        {isBottle ? (
          // Its place is kept free.
          <span className={styles.bottle} aria-hidden="true">
            <LineBottle {...facts} productIds={ids} />
          </span>
        ) : null}
        {title}
        <div className={styles.head}>
          <Names className={styles.names}>
            {isNamed ? (
              <ProductNames ids={ids} label={label} hasPortraits={!isBottle} />
            ) : (
              <span className={styles.kind}>{facts.kind}</span>
            )}
          </Names>
          {price === null ? null : <span className={styles.price}>{price}</span>}
        </div>
        <div className={styles.rest}>
          <div className={styles.about}>
            {before}
            <Facts {...facts} kind={isNamed ? facts.kind : ""} />
            {after}
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}

interface FactsProps {
  kind: string;
  /** With its unit. */
  amount: string;
  addonItemIds: readonly string[];
  concentration: string | null | undefined;
  labelText: string | null | undefined;
}

/** All in one run, which breaks between two facts rather than within one. */
function Facts({ kind, amount, addonItemIds, concentration, labelText }: FactsProps) {
  const { locale, t } = useI18n();
  const options = useOptionNames(addonItemIds);
  const strength = concentrations.find((name) => name === concentration?.trim().toUpperCase());
  // The chosen option names the concentration better.
  const isStrengthSaid = options.length > 0 || strength === undefined;
  const facts = [
    kind,
    amount,
    ...options,
    isStrengthSaid ? "" : t(`shop.cart.concentrations.${strength}`),
    labelText ? t("shop.cart.label_words", { text: labelText }) : "",
  ].filter((fact) => fact !== "");
  const separator = localeTable[locale].separators.fact;
  return (
    <p className={styles.facts}>
      {facts.map((fact, index) => (
        <span key={index} className={styles.fact}>
          {index === 0 ? null : <span className={styles.separator}>{separator}</span>}
          {fact}
        </span>
      ))}
    </p>
  );
}

/** In the page's language and the order of the options page; what is no longer sold is left out. */
function useOptionNames(itemIds: readonly string[]): string[] {
  const { data } = usePurchaseOptions(itemIds.length > 0);
  return (data?.categories ?? [])
    .flatMap(({ items }) => items.filter(({ id }) => itemIds.includes(id)))
    .map(({ id, name }) => name || id);
}
