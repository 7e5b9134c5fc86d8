import { useParams } from "wouter";
import { isLocale } from "#contract/locales";
import type { Scent } from "#contract/scent";
import { ApiError } from "../../api/client.ts";
import { prepareScent, useScent } from "../../api/scents.ts";
import { errorText } from "../../api/errors.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Page } from "../../layout/Page.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { NotePyramid } from "../../scent/NotePyramid.tsx";
import { hasNotes } from "../../scent/painted-notes.ts";
import { ownName, shownName } from "../../scent/product-name.ts";
import { ScentPortrait } from "../../scent/ScentPortrait.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Allergens } from "./Allergens.tsx";
import { Sizes } from "./Sizes.tsx";
import { WaysOn } from "./WaysOn.tsx";
import { Wearing } from "./Wearing.tsx";
import styles from "./scent-page.module.css";

/** @public The map of routes calls it by name. */
export function prepare(path: string): Promise<unknown> {
  const [, locale, , id = ""] = path.split("/");
  return isLocale(locale) && id !== "" ? prepareScent(locale, id) : Promise.resolve();
}

export default function ScentPage() {
  const { t } = useI18n();
  const { id } = useParams<{ id: string }>();
  const { data, error, mutate } = useScent(id);
  if (data !== undefined) return <Known id={id} scent={data} />;
  if (error instanceof ApiError && error.status === 404) return <Unknown error={error} />;
  if (error === undefined) return <Waiting />;
  return (
    <Page title={t("shop.scent_page.unread")} width="narrow">
      <FailureNotice error={error} retry={() => void mutate()} />
    </Page>
  );
}

/** A wash where the portrait will be, and lines where it is told of. */
function Waiting() {
  const { t } = useI18n();
  return (
    <Page title={t("shop.scent_page.unread")} width="wide" className={styles.page}>
      <Skeleton block="card" label={t("common.loading")} className={styles.wash} />
      <div className={styles.lead}>
        <Skeleton lines={3} />
        <Skeleton block="control" />
      </div>
    </Page>
  );
}

function Unknown({ error }: { error: ApiError }) {
  const i18n = useI18n();
  const { locale, t } = i18n;
  return (
    <Page title={t("shop.scent_page.unknown")} width="narrow">
      <p>{errorText(i18n, error)}</p>
      <p>
        <LinkButton variant="primary" href={paths.fragranceQuiz({ locale })}>
          {t("shop.scent_page.find_mine")}
        </LinkButton>
      </p>
    </Page>
  );
}

function Known({ id, scent }: { id: string; scent: Scent }) {
  const { t } = useI18n();
  const { product, notes, allergens, sizes } = scent;
  const name = shownName(product);
  const hasFormula = hasNotes(notes);
  return (
    <Page
      title={name}
      eyebrow={ownName(product) === null ? null : product.product_id}
      width="wide"
      className={styles.page}
    >
      <div className={styles.picture}>
        {import.meta.env.SSR ? null : (
          <ScentPortrait
            productId={id}
            notes={notes}
            size="hero"
            title={t("shop.scent_page.portrait", { name })}
          />
        )}
      </div>
      <div className={styles.lead}>
        {product.description === null ? null : (
          <p className={styles.story}>{product.description}</p>
        )}
        <WaysOn id={id} scent={scent} />
      </div>
      {hasFormula ? (
        <section className={styles.notes}>
          <h2>{t("shop.purchase.scent")}</h2>
          <NotePyramid notes={notes} />
        </section>
      ) : null}
      <div className={styles.facts}>
        {product.wearing === undefined ? null : <Wearing wearing={product.wearing} />}
        {hasFormula && !import.meta.env.SSR ? <Allergens allergens={allergens} /> : null}
      </div>
      {import.meta.env.SSR ? null : <Sizes notes={notes} sizes={sizes} />}
    </Page>
  );
}
