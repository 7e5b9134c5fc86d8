import { isSample, isSampleType, itemKinds, type OrderItemKind } from "#contract/item-kind";
import type { Order } from "#contract/order";
import { localeTable } from "#contract/locales";
import { formatAmount, locale, plural, t } from "../i18n/translate.ts";
import { usePurchaseOptions } from "../api/purchase.ts";
import { useProduct } from "../api/products.ts";
import { formatDateTime } from "../i18n/dates.ts";
import { Without } from "../refusals/Without.tsx";
import { ownName } from "../scent/product-name.ts";
import scent from "../scent/scent.module.css";
import { ScentLink } from "../scent/links.tsx";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/class-names.ts";
import { late } from "../ui/late.tsx";
import styles from "./line.module.css";
import { linesOfOrder, strengthOf, type ShownLine } from "./line.ts";

const LineBottle = late(() => import("./LineBottle.tsx"));
const ProductPortrait = late(() => import("../scent/ProductPortrait.tsx"));
const SampleDrawing = late(() => import("../scent/SampleDrawing.tsx"));

interface LinesProps {
  of: readonly ShownLine[];
  /** With what a line of the cart came from, its unit and its time. */
  isWhole?: boolean;
  /** In the list of orders, which says its kind and its sum elsewhere. */
  isBrief?: boolean;
  isPlain?: boolean;
  /** What can be done with each; `label` names the button for who does not see its line. */
  action?: {
    text: string;
    label: (name: string) => string;
    run: (line: ShownLine, name: string) => void;
  };
}

export function Lines({ of, ...rest }: LinesProps) {
  if (of.length === 0) return null;
  return (
    <ul className={classNames(styles.lines, rest.isBrief && styles.brief)}>
      {of.map((line) => (
        <li key={line.id} data-line={line.id}>
          <Line line={line} {...rest} />
        </li>
      ))}
    </ul>
  );
}

export function OrderLines({
  order,
  ...rest
}: { order: Order } & Pick<LinesProps, "isBrief" | "isPlain">) {
  return <Lines of={linesOfOrder(order)} {...rest} />;
}

const isBottle: Record<OrderItemKind, boolean> = {
  sample_jar: false,
  sample_paper: false,
  finished_bottle: true,
  finished_jar: true,
  finished_paper: false,
  finished_kg: false,
};

/** What was ordered; a bottle of which nobody knows the options is the usual one. */
export function LinePicture({ line, isLarge = false }: { line: ShownLine; isLarge?: boolean }) {
  const { kind, productIds, addonItemIds } = line;
  if (kind !== null && isSample(kind))
    return <SampleDrawing kinds={[itemKinds[kind].itemType]} of={productIds} />;
  const isDressed = addonItemIds.length > 0;
  const portrait = productIds
    .slice(0, 1)
    .map((id) => <ProductPortrait key={id} productId={id} size={isLarge ? "hero" : "thumb"} />);
  if (!isDressed && (kind === null || !isBottle[kind])) return portrait;
  if (isDressed || !isLarge) return <LineBottle {...line} />;
  return (
    <div className={scent.still}>
      {portrait}
      <LineBottle {...line} className={scent.standing ?? ""} />
    </div>
  );
}

/** Else by its kind, which is then no fact. */
const isNamedByScent = ({ type, productIds, label }: ShownLine) =>
  !isSampleType(type) && (label !== "" || productIds.length > 0);

function Line(props: Omit<LinesProps, "of"> & { line: ShownLine }) {
  const { line, isWhole = false, isBrief = false, isPlain = false, action } = props;
  const { kind, label, userAnswer, without } = line;
  const price = isBrief ? null : line.price;
  if (kind === null) return <p className="soft">{t("shop.orders.item_unreadable")}</p>;
  const kindName = t(`shop.kinds.${kind}`);
  const ids = [...new Set(line.productIds)];
  const isSet = isSampleType(line.type) && !isBrief;
  const numbers = label.split(", ");
  const products = ids.map((id, index) => (
    <ProductName
      key={id}
      id={id}
      number={ids.length === numbers.length ? numbers[index] : undefined}
    />
  ));
  const scents = ids.length > 0 ? products : label || kindName;
  const name = line.name ?? `${kindName} ${label}`;
  const Name = isWhole ? "h2" : "p";
  const rest = (
    <div className={`spread ${styles.rest}`}>
      <Facts line={line} kind={kind} isWhole={isWhole} isBrief={isBrief} />
      {action === undefined ? null : (
        <Button
          variant="quiet"
          className={styles.action}
          onClick={() => action.run(line, name)}
          aria-label={action.label(name)}
        >
          {action.text}
        </Button>
      )}
    </div>
  );
  return (
    <div className={styles.line}>
      {isPlain || (isSet && !isWhole) || ids.length === 0 ? null : (
        <span className={styles.picture} aria-hidden="true">
          <LinePicture line={line} />
        </span>
      )}
      <div className={styles.words}>
        <div className={`spread ${styles.head}`}>
          <Name className={styles.name}>
            {isBrief || isNamedByScent(line) ? scents : (line.name ?? kindName)}
          </Name>
          {price === null ? null : (
            <span className="figure whole">{formatAmount(price, line.currency)}</span>
          )}
        </div>
        {isWhole && userAnswer ? (
          <p className={`soft ${styles.answer}`}>
            {t("shop.cart.your_answer")} <span>{userAnswer}</span>
          </p>
        ) : null}
        {isSet ? rest : null}
        {isSet && ids.length > 0 ? (
          <ul className={styles.contents}>
            {ids.map((id, index) => (
              <li key={id}>
                <span className={styles.portrait} aria-hidden="true">
                  <ProductPortrait productId={id} size="thumb" />
                </span>
                {products[index]}
              </li>
            ))}
          </ul>
        ) : null}
        {isSet && ids.length === 0 ? <p>{label}</p> : null}
        {isWhole ? <Without refusals={without} /> : null}
        {isSet ? null : rest}
      </div>
    </div>
  );
}

/** The name with its number, or the number alone where nobody knows the name: not until then. */
function ProductName({ id, number }: { id: string; number: string | undefined }) {
  const { data: product, isLoading } = useProduct(id);
  const name = product === undefined ? null : ownName(product);
  const shown = number ?? product?.product_id ?? id;
  return (
    <span className={classNames(styles.product, isLoading && styles.unread)}>
      <ScentLink id={id}>{name ?? shown}</ScentLink>
      {name === null ? null : <span className={scent.number}> {shown}</span>}
    </span>
  );
}

interface FactsProps extends Record<"isWhole" | "isBrief", boolean> {
  line: ShownLine;
  kind: OrderItemKind;
}

/** All in one run, which breaks between two facts rather than within one. */
function Facts({ line, kind, isWhole, isBrief }: FactsProps) {
  const { amount, addonItemIds, labelText, unit, createdAt } = line;
  const options = useOptionNames(addonItemIds);
  const strength = strengthOf(line);
  const facts = [
    plural(`shop.orders.amounts.${kind}`, amount),
    isNamedByScent(line) && !isBrief && t(`shop.kinds.${kind}`),
    ...options,
    options.length === 0 && strength && t(`shop.cart.concentrations.${strength}`),
    labelText && t("shop.cart.label_words", { text: labelText }),
    isWhole && createdAt && (
      <time key="added" className="whole" dateTime={createdAt}>
        {t("shop.cart.added", { date: formatDateTime(createdAt) })}
      </time>
    ),
    isWhole && unit && t("shop.cart.unit", { unit }),
  ].filter(Boolean);
  const separator = localeTable[locale].separators.fact;
  return (
    <p className={`soft ${styles.facts}`}>
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
