import { Fragment } from "react";
import { concentrations } from "#contract/cart";
import { factSeparator } from "../i18n/format.ts";
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
    label === "" && productIds.length === 0 ? null : (
      <ProductNames ids={[...new Set(productIds)]} label={label} />
    ),
    amount,
    ...options.map(({ name }) => name),
    isStrengthSaid ? null : t(`shop.cart.concentrations.${strength}`),
    labelText ? t("shop.cart.label_words", { text: labelText }) : null,
  ].filter((fact) => fact !== null);
  return (
    <p className={styles.facts}>
      {facts.map((fact, position) => (
        <Fragment key={position}>
          {position === 0 ? null : factSeparator(locale)}
          {fact}
        </Fragment>
      ))}
    </p>
  );
}
