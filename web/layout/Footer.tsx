import { Link } from "wouter";
import { locales } from "#contract/locales";
import type { InfoContext } from "#contract/screens";
import { t, type MessageKey } from "../i18n/translate.ts";
import { paths } from "../paths.ts";
import { BrandMark } from "./Brand.tsx";
import { LanguageLink } from "./LanguageLink.tsx";
import styles from "./Shell.module.css";

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={`across ${styles.row}`}>
        <div className={styles.about}>
          <p className={styles.brand}>
            <BrandMark />
            {t("common.brand")}
          </p>
          <p className={styles.words}>{t("common.footer.about")}</p>
          <p className="cluster">
            <Link href={paths.scents()} className={styles.link}>
              {t("common.all_scents")}
            </Link>
            <Link href={paths.house()} className={styles.link}>
              {t("common.house")}
            </Link>
          </p>
        </div>
        {infoLinks.map((group) => (
          <nav key={group.title} aria-labelledby={group.title}>
            <h2 id={group.title} className={styles.title}>
              {t(group.title)}
            </h2>
            <ul className={styles.list}>
              {group.links.map((context) => (
                <li key={context}>
                  <Link href={paths.info({ context })} className={styles.link}>
                    {t(`common.footer.pages.${context}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <nav aria-labelledby="footer-language">
          <h2 id="footer-language" className={styles.title}>
            {t("common.footer.language")}
          </h2>
          <ul className={styles.list}>
            {locales.map((target) => (
              <li key={target}>
                <LanguageLink target={target} href={paths.home(target)} className={styles.link} />
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <p className={`across soft ${styles.end}`}>{t("common.footer.seller")}</p>
    </footer>
  );
}

export const infoLinks: { title: MessageKey; links: InfoContext[] }[] = [
  {
    title: "common.footer.service",
    links: ["ShippingInformation", "ReturnPolicy", "ContactTheBrandConsultant"],
  },
  {
    title: "common.footer.legal",
    links: ["Legal_Disclaimer", "PrivacyPolicy", "WebsiteSecurityPolicy"],
  },
];
