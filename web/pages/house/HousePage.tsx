import { perfumer } from "#brand/brand.json";
import { productsPerSet } from "#contract/limits";
import { setPriceTwd } from "#contract/money";
import { formatMoney, t } from "../../i18n/translate.ts";
import { prepareLibrary, useScents } from "../../api/scents.ts";
import { Page } from "../../layout/Page.tsx";
import { ConsultantLink, LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { useLibraryPage, Wall } from "../../scent/Wall.tsx";
import { late } from "../../ui/late.tsx";
import styles from "./house.module.css";

export const prepare = prepareLibrary;

const NamedPortrait = late(() => import("./NamedPortrait.tsx"));

/** Each has its drawing in `public/house`. */
const steps = ["tell", "find", "smell", "choose", "blend", "send"] as const;

export default function HousePage() {
  const parts = useLibraryPage()?.parts ?? [];
  const scent = useScents().data?.data[0];
  const { SAMPLE_PAPER: papers, JAR: jars } = productsPerSet;
  const values = { papers, jars, price: formatMoney(setPriceTwd) };
  return (
    <Page
      title={t("common.house")}
      intro={t("shop.house.intro")}
      width="wide"
      className={styles.house}
    >
      <figure className={styles.plate}>
        {import.meta.env.SSR || scent === undefined ? null : <NamedPortrait scent={scent} />}
      </figure>
      <Wall parts={parts} className={styles.index}>
        <section>
          <h2>{t("shop.house.how")}</h2>
          <ol className={`list ${styles.steps}`}>
            {steps.map((step) => (
              <li key={step}>
                <img src={`/house/${step}.svg`} alt="" width="200" height="150" loading="lazy" />
                <b>{t(`shop.house.step.${step}.title`)}</b>
                <p>{t(`shop.house.step.${step}.text`, values)}</p>
              </li>
            ))}
          </ol>
        </section>
        <section>
          <h2>{t("shop.house.who")}</h2>
          <p>{t("shop.house.consultant")}</p>
          {/* The brand's is empty where the company names nobody. */}
          {perfumer === "" ? null : <p>{t("shop.house.perfumer", { perfumer })}</p>}
          <p className="cluster">
            <ConsultantLink />
            <LinkButton href={paths.info({ context: "Legal_Disclaimer" })}>
              {t("common.footer.pages.Legal_Disclaimer")}
            </LinkButton>
          </p>
          <address>{t("shop.house.seller")}</address>
        </section>
        <section>
          <h2>{t("shop.house.of_what")}</h2>
          <p>{t("shop.house.notes")}</p>
          <p className="soft">{t("shop.library.caution")}</p>
        </section>
      </Wall>
    </Page>
  );
}
