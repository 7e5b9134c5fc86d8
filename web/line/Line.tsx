import type { ReactNode } from "react";
import { concentrations } from "#contract/cart";
import { localeTable } from "#contract/locales";
import { plural, t } from "../i18n/translate.ts";
import { locale } from "../i18n/locale.ts";
import { usePurchaseOptions } from "../api/purchase.ts";
import { formatAmount } from "../i18n/format.ts";
import { ProductNames } from "../scent/ProductNames.tsx";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/class-names.ts";
import { late } from "../ui/late.tsx";
import styles from "./line.module.css";
import type { ShownLine } from "./line.ts";

/** Drawn once everything else is there, as portraits are. */
const LineBottle = late(() => import("./LineBottle.tsx"));

/** The lines of a cart or an order, with a rule between them. */
export function Lines({ children }: { children: ReactNode }) {
  return <ul className={styles.lines}>{children}</ul>;
}

interface LineProps {
  line: ShownLine;
  /** What it is called beside others, above the names; else by its kind and number. */
  called?: string | undefined;
  /** Between the names and the facts, and below the facts. */
  before?: ReactNode;
  after?: ReactNode;
  names?: "p" | "h2";
  /** Takes it out of the cart; `label` names the button for who does not see the line. */
  remove?: { label: (name: string) => string; run: (name: string) => void };
}

/** What tells a line of a cart or an order from another: its picture, products and facts. */
export function Line({ line, called, before, after, names: Names = "p", remove }: LineProps) {
  const { id, kind, label, price, addonItemIds } = line;
  if (kind === null)
    return (
      <li>
        <p className="soft">{t("shop.orders.item_unreadable")}</p>
      </li>
    );
  const kindName = t(`shop.kinds.${kind}`);
  const ids = [...new Set(line.productIds)];
  const isNamed = label !== "" || ids.length > 0;
  const isBottle = ids.length > 0 && addonItemIds.length > 0;
  const name = called ?? `${kindName} ${label}`;
  const look = [styles.line, ids.length > 0 && styles.pictured, isBottle && styles.bottled];
  return (
    <li data-line={id}>
      <div className={classNames(...look)}>
        {isBottle ? (
          // Its place is kept free.
          <span className={styles.bottle} aria-hidden="true">
            <LineBottle {...line} />
          </span>
        ) : null}
        {called === undefined ? null : <p className="soft">{called}</p>}
        <div className={classNames("spread", styles.head)}>
          <Names className={styles.names}>
            {isNamed ? (
              <ProductNames ids={ids} label={label} hasPortraits={!isBottle} />
            ) : (
              <span className={styles.kind}>{kindName}</span>
            )}
          </Names>
          {price === null ? null : (
            <span className={`figure ${styles.price}`}>{formatAmount(price, line.currency)}</span>
          )}
        </div>
        <div className={`spread ${styles.rest}`}>
          <div className={styles.about}>
            {before}
            <Facts {...line} kind={kind} isNamed={isNamed} />
            {after}
          </div>
          {remove === undefined ? null : (
            <Button
              variant="quiet"
              className={styles.remove}
              onClick={() => remove.run(name)}
              aria-label={remove.label(name)}
            >
              {t("shop.cart.remove")}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

type FactsProps = Omit<ShownLine, "kind"> & {
  kind: NonNullable<ShownLine["kind"]>;
  /** By its products; else by its kind, which is then no fact. */
  isNamed: boolean;
};

/** All in one run, which breaks between two facts rather than within one. */
function Facts({ kind, isNamed, amount, addonItemIds, concentration, labelText }: FactsProps) {
  const options = useOptionNames(addonItemIds);
  const strength = concentrations.find((name) => name === concentration?.trim().toUpperCase());
  // The chosen option names the concentration better.
  const isStrengthSaid = options.length > 0 || strength === undefined;
  const facts = [
    isNamed ? t(`shop.kinds.${kind}`) : "",
    plural(`shop.orders.amounts.${kind}`, amount),
    ...options,
    isStrengthSaid ? "" : t(`shop.cart.concentrations.${strength}`),
    labelText ? t("shop.cart.label_words", { text: labelText }) : "",
  ].filter((fact) => fact !== "");
  const separator = localeTable[locale].separators.fact;
  return (
    <p className={classNames("soft", styles.facts)}>
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
