import { Fragment } from "react";
import { concentrations } from "#contract/cart";
import { localeTable } from "#contract/locales";
import { useI18n } from "../i18n/translate.ts";
import styles from "./line.module.css";
import { useChosenOptions } from "./use-chosen-options.ts";

export interface FactsProps {
  kind: string;
  /** With its unit. */
  amount: string;
  addonItemIds: readonly string[];
  concentration: string | null | undefined;
  labelText: string | null | undefined;
}

/** Kind, amount, every chosen option and the words on the label in one run, broken between two facts rather than within one. */
export function Facts({ kind, amount, addonItemIds, concentration, labelText }: FactsProps) {
  const { locale, t } = useI18n();
  const options = useChosenOptions(addonItemIds);
  const strength = concentrations.find((name) => name === concentration?.trim().toUpperCase());
  // The chosen option names the concentration better.
  const isStrengthSaid = options.length > 0 || strength === undefined;
  const facts = [
    kind,
    amount,
    ...options.map(({ name }) => name),
    isStrengthSaid ? "" : t(`shop.cart.concentrations.${strength}`),
    labelText ? t("shop.cart.label_words", { text: labelText }) : "",
  ].filter((fact) => fact !== "");
  const separator = localeTable[locale].separators.fact;
  const sign = separator.trimEnd();
  return (
    <p className={styles.facts}>
      {facts.map((fact, index) => (
        <Fragment key={index}>
          {index === 0 ? "" : separator.slice(sign.length)}
          <span className={styles.fact}>{index < facts.length - 1 ? fact + sign : fact}</span>
        </Fragment>
      ))}
    </p>
  );
}
