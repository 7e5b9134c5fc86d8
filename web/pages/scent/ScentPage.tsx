import { localeTable } from "#contract/locales";
import { hasPage, type NoteAllergens, type Scent } from "#contract/scent";
import { formatMoney, locale, plural, t } from "../../i18n/translate.ts";
import { ApiError, once } from "../../api/client.ts";
import { prepareScent, useScent } from "../../api/scents.ts";
import { errorText } from "../../api/errors.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Page } from "../../layout/Page.tsx";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { useIdInPath } from "../../navigation/use-here.ts";
import { paths } from "../../paths.ts";
import StandingBottle from "../../scent/Bottle.tsx";
import { LibraryLink } from "../../scent/links.tsx";
import { NotePyramid } from "../../scent/NotePyramid.tsx";
import { hasNotes } from "../../scent/painted-notes.ts";
import { ownName, shownName } from "../../scent/product-name.ts";
import { LazyPortrait } from "../../scent/ProductPortrait.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Neighbours } from "./Neighbours.tsx";
import { Sizes } from "./Sizes.tsx";
import poster from "../../scent/poster.module.css";
import drawn from "../../scent/scent.module.css";
import styles from "./scent-page.module.css";
import { formatList } from "../../i18n/dates.ts";
import { productsPerSet } from "#contract/limits";
import { setPriceTwd } from "#contract/money";
import { seasons, type RawMaterial, type Wearing as Worn } from "#contract/product";
import useSWR from "swr";
import { itemKinds, repurchasedKind } from "#contract/item-kind";
import { canReorder, type Order } from "#contract/order";
import { loadMember } from "../../api/member.ts";
import { latestOrders, loadOrderRecommendations } from "../../api/orders.ts";
import { useAuth } from "../../stores/auth.ts";

function Allergens({ allergens: { found, unknown } }: { allergens: NoteAllergens }) {
  const isInci = (name: string, inci: string) => name.toLowerCase() === inci.toLowerCase();
  return (
    <section>
      <h2>{t("shop.scent_page.allergens.title")}</h2>
      {found.length === 0 ? (
        <p className={`soft ${styles.hint}`}>{t("shop.scent_page.allergens.none")}</p>
      ) : (
        <ul className="cluster">
          {found.map(({ id, name, inci }) => (
            <li key={inci}>
              {/* An answer kept from an older version has no id of it. */}
              <LibraryLink
                to={{ kind: "allergens", id, name: isInci(name, inci) ? inci : name }}
                className="tap"
              />
              {isInci(name, inci) ? null : <small translate="no">{inci}</small>}
            </li>
          ))}
        </ul>
      )}
      <p className={`soft ${styles.hint}`}>
        {unknown.length === 0
          ? null
          : t("shop.scent_page.allergens.unknown", { names: formatList(unknown) })}{" "}
        {t("shop.scent_page.allergens.caution")}
      </p>
    </section>
  );
}

export function prepare(path: string): Promise<unknown> {
  return prepareScent(path.split("/")[3] ?? "");
}

export default function ScentPage() {
  const id = useIdInPath();
  const { data, error, mutate } = useScent(id);
  if (data !== undefined) return <Known id={id} scent={data} />;
  if (error instanceof ApiError && error.status === 404)
    return (
      <SplitPage title={t("shop.scent_page.unknown")}>
        <p>{errorText(error)}</p>
        <p className="cluster">
          <LinkButton variant="primary" href={paths.fragranceQuiz()}>
            {t("shop.scent_page.find_mine")}
          </LinkButton>
          <LinkButton href={paths.scents()}>{t("common.all_scents")}</LinkButton>
        </p>
      </SplitPage>
    );
  if (error !== undefined)
    return (
      <Page title={t("shop.scent_page.unread")} width="narrow">
        <FailureNotice error={error} retry={() => void mutate()} />
      </Page>
    );
  return (
    <Page title={t("shop.scent_page.unread")} width="wide" className={poster.poster}>
      <Skeleton
        block="card"
        label={t("common.loading")}
        className={`${poster.picture} ${drawn.still} ${styles.wash}`}
      />
      <div className={poster.lead}>
        <Skeleton lines={3} />
        <Skeleton block="control" />
      </div>
    </Page>
  );
}

function Known({ id, scent }: { id: string; scent: Scent }) {
  const { product, notes, allergens, sizes } = scent;
  const name = shownName(product);
  const hasFormula = hasNotes(notes);
  const orderWay = useOrderWay(id, scent);
  const order = orderWay ? (
    <LinkButton href={orderWay}>{t("shop.scent_page.order")}</LinkButton>
  ) : null;
  const sample = paths.fragranceQuiz({ selectedProduct: id });
  return (
    <Page
      title={name}
      eyebrow={ownName(product) === null ? null : product.product_id}
      width="wide"
      className={poster.poster}
    >
      <div className={`${poster.picture} ${drawn.still}`}>
        {import.meta.env.SSR ? null : (
          <>
            <LazyPortrait
              productId={id}
              notes={notes}
              size="hero"
              tintsPage
              title={t("shop.scent_page.portrait", { name })}
            />
            {hasFormula ? <StandingBottle notes={notes} name={name} /> : null}
          </>
        )}
      </div>
      <div className={poster.lead}>
        {product.description === null ? null : (
          <p className={poster.words}>{product.description}</p>
        )}
        <div>
          <p className={`cluster ${styles.buttons}`}>
            <LinkButton variant="primary" href={sample}>
              {t("shop.scent_page.sample")}
            </LinkButton>
            {order}
          </p>
          <p className={`soft ${styles.hint}`}>
            {t("shop.scent_page.sample_hint", {
              papers: productsPerSet.SAMPLE_PAPER,
              jars: productsPerSet.JAR,
              price: formatMoney(setPriceTwd),
            })}
          </p>
        </div>
      </div>
      {hasFormula ? (
        <section className={styles.notes}>
          <h2>{t("shop.purchase.scent")}</h2>
          <NotePyramid notes={notes} nameOf={linkedName} />
        </section>
      ) : null}
      <div className={styles.facts}>
        {product.wearing === undefined ? null : <Wearing wearing={product.wearing} />}
        {hasFormula && !import.meta.env.SSR ? <Allergens allergens={allergens} /> : null}
      </div>
      {import.meta.env.SSR ? null : (
        <>
          <Sizes name={name} notes={notes} sizes={sizes} sample={sample} order={order} />
          {hasFormula ? <Neighbours id={id} notes={notes} /> : null}
        </>
      )}
    </Page>
  );
}

const linkedName = (material: RawMaterial) => {
  const { id, name } = material;
  return <LibraryLink to={{ kind: "notes", id: hasPage(material) ? id : undefined, name }} />;
};

function useOrderWay(id: string, scent: Scent) {
  const isMember = useAuth((state) => state.isAuthenticated);
  return useSWR(isMember ? ["order-way", id] : null, () => findOrderWay(id, scent), once).data;
}

function Wearing({ wearing }: { wearing: Worn }) {
  const { presence, longevity_hours: hours, seasons: worn } = wearing;
  const names = worn.map((season) => t(`shop.scent_page.season.${season}`));
  const rows = {
    presence: presence === null ? "" : t(`shop.scent_page.presence.${presence}`),
    lasting:
      hours === null ? "" : plural("shop.scent_page.lasting.hours", Math.max(1, Math.round(hours))),
    season:
      worn.length === seasons.length
        ? t("shop.scent_page.season.all")
        : names.join(localeTable[locale].separators.name),
  };
  return (
    <section>
      <h2>{t("shop.scent_page.wearing")}</h2>
      <dl className={styles.wearing}>
        {(["presence", "lasting", "season"] as const)
          .filter((row) => rows[row] !== "")
          .map((row) => (
            <div key={row}>
              <dt className="soft">{t(`shop.scent_page.${row}.title`)}</dt>
              <dd>{rows[row]}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/**
 * Where a member orders this scent as finished perfume; null for everybody who may not: a business
 * may, and whoever has had it delivered in a sample set.
 */
async function findOrderWay(id: string, { product, sizes }: Scent): Promise<string | null> {
  const member = await loadMember();
  const sampled = member.is_business ? null : await findSampled(id);
  if (!member.is_business && sampled === null) return null;
  const kind = repurchasedKind(member, sampled ?? { order_items: [] });
  if (sizes?.prices.find((price) => price.kind === kind)?.has_options_page === true)
    return paths.purchaseOptions({
      productId: id,
      productNumber: product.product_id,
      userType: itemKinds[kind].buyer,
    });
  // The window that takes the place of the options page belongs to the order.
  return sampled === null ? null : paths.orders();
}

/** Earlier orders whose scents nobody remembers are asked about one by one. */
const mostAsked = 3;

async function findSampled(id: string): Promise<Order | null> {
  const delivered = (await latestOrders()).filter(canReorder);
  const named = delivered.find(({ order_items }) =>
    order_items.some(({ product_ids }) => product_ids.includes(id)),
  );
  if (named !== undefined) return named;
  const unnamed = delivered
    .filter(({ order_items }) => order_items.every(({ product_ids }) => product_ids.length === 0))
    .slice(0, mostAsked);
  const recommended = await Promise.all(unnamed.map((order) => loadOrderRecommendations(order.id)));
  const at = recommended.findIndex(({ products }) => products.some((product) => product.id === id));
  return unnamed[at] ?? null;
}
