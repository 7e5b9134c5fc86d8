import { concentrations } from "#contract/cart";
import { localeTable } from "#contract/locales";
import { useI18n } from "../i18n/translate.ts";
import { ProductNames } from "../scent/ProductNames.tsx";
import styles from "./line.module.css";
import { useChosenOptions } from "./use-chosen-options.ts";

interface LineFactsProps {
  productIds: readonly string[];
  /** The products' numbers. */
  label: string;
  kind: string;
  /** With its unit. */
  amount: string;
  addonItemIds: readonly string[];
  concentration: string | null | undefined;
  labelText: string | null | undefined;
}

/** What tells a line of a cart or an order from another: products, kind, amount, every chosen option, the words on the label. */
export function LineFacts({ productIds, label, kind, ...facts }: LineFactsProps) {
  const isNamed = label !== "" || productIds.length > 0;
  const words = useFactsOf(facts);
  return (
    <div>
      <p className={styles.names}>
        {isNamed ? (
          <ProductNames ids={[...new Set(productIds)]} label={label} />
        ) : (
          <span className={styles.kind}>{kind}</span>
        )}
      </p>
      <p className={styles.facts}>{isNamed ? words([kind]) : words([])}</p>
    </div>
  );
}

type Facts = Omit<LineFactsProps, "productIds" | "label" | "kind">;

/** In one line, behind what is named first. */
export function useFactsOf({ amount, addonItemIds, concentration, labelText }: Facts) {
  const { locale, t } = useI18n();
  const options = useChosenOptions(addonItemIds);
  const strength = concentrations.find((name) => name === concentration?.trim().toUpperCase());
  // The chosen option names the concentration better.
  const isStrengthSaid = options.length > 0 || strength === undefined;
  return (first: readonly string[]) =>
    [
      ...first,
      amount,
      ...options.map(({ name }) => name),
      isStrengthSaid ? "" : t(`shop.cart.concentrations.${strength}`),
      labelText ? t("shop.cart.label_words", { text: labelText }) : "",
    ]
      .filter((fact) => fact !== "")
      .join(localeTable[locale].separators.fact);
}
