import { Suspense, useEffect, useLayoutEffect, useState, type ComponentType } from "react";
import { Redirect, Router, useLocation, useSearch, type AroundNavHandler } from "wouter";
import { isLocale, localeTable } from "#contract/locales";
import { isPrerendered, namespacesOf, screens, type ScreenName } from "#contract/screens";
import { loadMessages, locale, t, useMessages } from "./i18n/translate.ts";
import { rememberLanguage } from "./i18n/locale.ts";
import { ErrorBoundary } from "./layout/ErrorBoundary.tsx";
import { useScrollToTop } from "./navigation/scroll-to-top.ts";
import { screenAt, useHere } from "./navigation/use-here.ts";
import { Shell } from "./layout/Shell.tsx";
import { paths, unknownAddress } from "./paths.ts";
import { routes } from "./routes.tsx";
import { showToast } from "./stores/toasts.ts";
import { useMemberFreshness } from "./session/session.ts";
import { Skeleton } from "./ui/Skeleton.tsx";
import styles from "./layout/Page.module.css";
import { flushSync } from "react-dom";
import { useAuth } from "./stores/auth.ts";

const prefetchTimeoutMs = 400;
let latest = 0;

/** Keeps the old screen until the next one is loaded, then changes to it by a view transition. */
export const navigateWithTransition: AroundNavHandler = (navigate, to, options) => {
  const attempt = ++latest;
  const go = () => navigate(to, options);
  const path = to.split("?")[0] ?? to;
  // Only links wait; navigation by the program happens at once.
  const isLink = options !== undefined && "href" in options;
  if (!isLink || path === window.location.pathname) return go();
  void Promise.race([
    prefetch(path),
    new Promise((resolve) => setTimeout(resolve, prefetchTimeoutMs)),
  ]).then(() => {
    if (attempt !== latest) return;
    if (!canAnimate()) return go();
    document.startViewTransition(() => flushSync(go));
  });
};

function canAnimate(): boolean {
  return (
    "startViewTransition" in document &&
    !document.hidden &&
    !matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

/** Loads a screen's module and texts. A failure settles too: it then shows on the screen itself. */
export function prefetch(path: string): Promise<unknown> {
  const name = screenAt(path);
  if (!isLocale(path.split("/")[1]) || name === undefined) return Promise.resolve();
  return Promise.all([routes[name].prepare(path), ...loadMessages(namespacesOf(name))]).catch(
    () => undefined,
  );
}

export function App() {
  return (
    <Router aroundNav={navigateWithTransition}>
      <Languages />
    </Router>
  );
}

function Languages() {
  const [path] = useLocation();
  if (!isLocale(path.split("/")[1])) return <Redirect to={paths.home()} replace />;
  return (
    <ErrorBoundary>
      <Suspense>
        <Screens />
      </Suspense>
    </ErrorBoundary>
  );
}

function Screens() {
  useMessages(loadMessages(["common"]));
  const [path] = useLocation();
  const name = screenAt(path);
  useScrollToTop();
  useUnknownAddress();
  return (
    <>
      <DocumentLanguage />
      <Shell>
        <ErrorBoundary key={path}>
          <Suspense fallback={<PageSkeleton />}>
            {name === undefined ? (
              <Redirect to={paths.homeForUnknown()} replace />
            ) : (
              <Screen name={name} />
            )}
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </>
  );
}

function useUnknownAddress() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  useEffect(() => {
    // Asked of the address itself: an effect that is run twice finds it mended.
    if (search !== unknownAddress || window.location.search === "") return;
    navigate(path, { replace: true });
    showToast(t("common.unknown_address"));
  }, [search, path, navigate]);
}

/** First among its siblings: its effect must run before any request is sent in the document's language. */
function DocumentLanguage() {
  useLayoutEffect(() => {
    const { htmlLang } = localeTable[locale];
    // Set anew, the same one would style the whole page anew.
    if (document.documentElement.lang !== htmlLang) document.documentElement.lang = htmlLang;
    rememberLanguage(locale);
  }, []);
  return null;
}

function Screen({ name }: { name: ScreenName }) {
  // In state: when the module arrives, `Page` becomes another component and would mount anew.
  const [Page] = useState(() => (isSkeleton(name) ? PageSkeleton : routes[name].Page));
  const screen = <WithTexts Page={Page} texts={loadMessages(namespacesOf(name))} />;
  return screens[name].guarded ? <RequireMember>{screen}</RequireMember> : screen;
}

const isSkeleton = (name: ScreenName) => import.meta.env.SSR && !isPrerendered(name);

function WithTexts({ Page, texts }: { Page: ComponentType; texts: Promise<void>[] }) {
  useMessages(texts);
  useMemberFreshness();
  return <Page />;
}

function PageSkeleton() {
  return (
    <div className={`across ${styles.page} ${styles.regular} ${styles.wait}`}>
      <h1 className="visually-hidden">{t("common.loading")}</h1>
      <Skeleton lines={5} />
    </div>
  );
}

export function RequireMember({ children }: { children: React.ReactNode }) {
  const { isAuthenticated, mustChangePassword, isLeaving } = useAuth();
  const from = useHere();
  // Prerendered pages show what a member sees first.
  if (import.meta.env.SSR) return children;
  if (isLeaving) return isAuthenticated ? children : null;
  if (!isAuthenticated) return <Redirect to={paths.login({ from })} replace />;
  if (mustChangePassword) return <Redirect to={paths.changePassword({ force: true })} replace />;
  return children;
}
