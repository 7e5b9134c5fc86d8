import { Suspense, useLayoutEffect, useState, type ComponentType } from "react";
import { Redirect, Route, Router, Switch, useLocation } from "wouter";
import { isLocale, localeTable, type Locale } from "#contract/locales";
import { firstHtml, namespacesOf, screenNames, screens, type ScreenName } from "#contract/screens";
import { detectLanguageHere, rememberLanguage } from "./i18n/detect-language.ts";
import { loadMessages, useMessages } from "./i18n/messages.ts";
import { LocaleContext } from "./i18n/translate.ts";
import { ErrorBoundary } from "./layout/ErrorBoundary.tsx";
import { PageSkeleton } from "./layout/PageSkeleton.tsx";
import { RequireMember } from "./account/RequireMember.tsx";
import { useScrollToTop } from "./navigation/scroll-to-top.ts";
import { Shell } from "./layout/Shell.tsx";
import { navigateWithTransition } from "./navigation/transition.ts";
import { paths } from "./paths.ts";
import { routes } from "./routes.tsx";
import { useMemberFreshness } from "./session/session.ts";

export function App() {
  return (
    <Router aroundNav={navigateWithTransition}>
      <Languages />
    </Router>
  );
}

function Languages() {
  const [path] = useLocation();
  const slug = path.split("/")[1];
  if (!isLocale(slug))
    return <Redirect to={paths.home({ locale: detectLanguageHere() })} replace />;
  return (
    <ErrorBoundary key={slug} locale={slug}>
      <Suspense>
        <LocalisedApp locale={slug} />
      </Suspense>
    </ErrorBoundary>
  );
}

function LocalisedApp({ locale }: { locale: Locale }) {
  useMessages(loadMessages(locale, ["common"]));
  const [path] = useLocation();
  useScrollToTop();
  return (
    <LocaleContext value={locale}>
      <DocumentLanguage locale={locale} />
      <Shell>
        <ErrorBoundary key={path} locale={locale}>
          <Suspense fallback={<PageSkeleton />}>
            <Switch>
              {screenNames.map((name) => (
                <Route key={name} path={`/:lang/${screens[name].path}`}>
                  <Screen name={name} locale={locale} />
                </Route>
              ))}
              <Route>
                <Redirect to={paths.home({ locale })} replace />
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </LocaleContext>
  );
}

/** First among its siblings: its effect must run before any request is sent in the document's language. */
function DocumentLanguage({ locale }: { locale: Locale }) {
  useLayoutEffect(() => {
    document.documentElement.lang = localeTable[locale].htmlLang;
    rememberLanguage(locale);
  }, [locale]);
  return null;
}

function Screen({ name, locale }: { name: ScreenName; locale: Locale }) {
  // Kept in state: when the lazy module arrives, `Page` becomes another component and would mount anew.
  const [Page] = useState(() => (isSkeleton(name) ? PageSkeleton : routes[name].Page));
  const screen = <WithTexts Page={Page} texts={loadMessages(locale, namespacesOf(name))} />;
  return screens[name].guarded ? <RequireMember>{screen}</RequireMember> : screen;
}

const isSkeleton = (name: ScreenName) => import.meta.env.SSR && !firstHtml[name].prerendered;

function WithTexts({ Page, texts }: { Page: ComponentType; texts: Promise<void>[] }) {
  useMessages(texts);
  useMemberFreshness();
  return <Page />;
}
