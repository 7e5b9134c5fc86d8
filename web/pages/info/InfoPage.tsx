import { Link, Redirect } from "wouter";
import { fallbackLocale, localeTable } from "#contract/locales";
import { hidesSectionTitles, isInfoContext, type InfoContext } from "#contract/screens";
import { locale, t } from "../../i18n/translate.ts";
import { ApiError } from "../../api/client.ts";
import { prepareInfoPage, useInfoPage } from "../../api/info-pages.ts";
import { Loading } from "../../feedback/FailureNotice.tsx";
import { InfoText } from "../../info/InfoText.tsx";
import { infoLinks } from "../../layout/Footer.tsx";
import { Page } from "../../layout/Page.tsx";
import { useIdInPath } from "../../navigation/use-here.ts";
import { paths } from "../../paths.ts";
import styles from "./info.module.css";

export function prepare(path: string): Promise<unknown> {
  const context = path.split("/")[3];
  return isInfoContext(context) ? prepareInfoPage(context) : Promise.resolve();
}

export default function InfoPage() {
  const context = useIdInPath();
  const known = isInfoContext(context) ? context : null;
  const read = useInfoPage(known);
  const { data, error } = read;

  const isMissing = error instanceof ApiError && error.status === 404;
  if (known === null || isMissing || data?.isPublished === false)
    return <Redirect to={paths.home()} replace />;
  const content = data?.translations[locale] ?? data?.translations[fallbackLocale];
  return (
    <Page
      title={content?.main_title ?? t(`common.meta.info.${known}.title`)}
      width="wide"
      className={styles.page}
      lang={
        content === data?.translations[locale] ? undefined : localeTable[fallbackLocale].htmlLang
      }
    >
      <Loading of={read} lines={12} />
      <div className={styles.text}>
        {content?.sections.map((section, place) =>
          // Prerendered, a slot stands for all sections; the Worker puts in the published ones.
          import.meta.env.SSR ? (
            section.content
          ) : (
            <section key={place}>
              {hidesSectionTitles(known) ? null : <h2>{section.title}</h2>}
              <InfoText content={section.content.replaceAll(/(?<=\d)-(?=\d)/g, "-\u2060")} />
            </section>
          ),
        )}
      </div>
      <OtherPages current={known} />
    </Page>
  );
}

/** On a wide screen only: the footer has the same links. */
function OtherPages({ current }: { current: InfoContext }) {
  return (
    <nav
      // The text beside it may be Chinese.
      lang={localeTable[locale].htmlLang}
      className={styles.others}
      aria-label={t("common.footer.information")}
    >
      <ul>
        {infoLinks.flatMap(({ links }) =>
          links.map((context) => (
            <li key={context}>
              <Link
                className="tap"
                href={paths.info({ context })}
                aria-current={context === current ? "page" : undefined}
              >
                {t(`common.footer.pages.${context}`)}
              </Link>
            </li>
          )),
        )}
      </ul>
    </nav>
  );
}
