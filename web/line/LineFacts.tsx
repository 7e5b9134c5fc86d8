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
  /** With its unit. */
  amount: string;
  addonItemIds: readonly string[];
  concentration: string | null | undefined;
  labelText: string | null | undefined;
}

/** What tells a line of a cart or an order from another: products, amount, every chosen option, the words on the label. */
export function LineFacts({
  productIds,
  label,
  amount,
  addonItemIds,
  concentration,
  labelText,
}: LineFactsProps) {
  const { locale, t } = useI18n();
  const options = useChosenOptions(addonItemIds);
  const strength = concentrations.find((name) => name === concentration?.trim().toUpperCase());
  // The chosen option names the concentration better.
  const isStrengthSaid = options.length > 0 || strength === undefined;
  const facts = [
    amount,
    ...options.map(({ name }) => name),
    isStrengthSaid ? "" : t(`shop.cart.concentrations.${strength}`),
    labelText ? t("shop.cart.label_words", { text: labelText }) : "",
  ].filter((fact) => fact !== "");
  const separator = localeTable[locale].separators.fact;
  const isNamed = label !== "" || productIds.length > 0;
  return (
    <p className={styles.facts}>
      <ProductNames ids={[...new Set(productIds)]} label={label} />
      {isNamed ? separator : null}
      {facts.join(separator)}
    </p>
  );
}
