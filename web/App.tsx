import {
  Suspense,
  use,
  useLayoutEffect,
  useState,
  type ComponentType,
  type ReactNode,
  useEffect,
} from "react";
import {
  Redirect,
  Route,
  Router,
  Switch,
  useLocation,
  useSearch,
  type AroundNavHandler,
} from "wouter";
import { isLocale, localeTable, type Locale } from "#contract/locales";
import { namespacesOf, screenNames, screens, type ScreenName } from "#contract/screens";
import { detectLanguageHere, rememberLanguage } from "./i18n/detect-language.ts";
import { loadMessages } from "./i18n/messages.ts";
import { LocaleContext, useI18n } from "./i18n/translate.ts";
import { ErrorBoundary } from "./layout/ErrorBoundary.tsx";
import { useScrollToTop } from "./navigation/scroll-to-top.ts";
import { Shell } from "./layout/Shell.tsx";
import { paths } from "./paths.ts";
import { routes } from "./routes.tsx";
import { useAuth } from "./stores/auth.ts";
import { Skeleton } from "./ui/Skeleton.tsx";
import styles from "./layout/Page.module.css";
import own from "./layout/PageSkeleton.module.css";
import { flushSync } from "react-dom";
import { prefetch } from "./navigation/prefetch.ts";

/** A screen that takes longer is shown while it is still loading. */
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
  use(loadMessages(locale, ["common"]));
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
  const [Page] = useState(() => routes[name].Page);
  const screen = <WithTexts Page={Page} ready={loadMessages(locale, namespacesOf(name))} />;
  return screens[name].guarded ? <RequireMember>{screen}</RequireMember> : screen;
}

function WithTexts({ Page, ready }: { Page: ComponentType; ready: Promise<void> }) {
  use(ready);
  useMemberFreshness();
  return <Page />;
}

export function RequireMember({ children }: { children: ReactNode }) {
  const { locale } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const mustChangePassword = useAuth((state) => state.mustChangePassword);
  const isLeaving = useAuth((state) => state.isLeaving);
  const [path] = useLocation();
  const search = useSearch();
  // Prerendered pages show what a member sees first.
  if (import.meta.env.SSR) return children;
  if (isLeaving) return isAuthenticated ? children : null;
  if (!isAuthenticated)
    return (
      <Redirect
        to={paths.login({ locale, from: search === "" ? path : `${path}?${search}` })}
        replace
      />
    );
  if (mustChangePassword)
    return <Redirect to={paths.changePassword({ locale, force: true })} replace />;
  return children;
}

/** Keeps the footer in place while the module loads. */
function PageSkeleton() {
  const { t } = useI18n();
  return (
    <div className={`${styles.page} ${styles.regular} ${own.wait}`}>
      <h1 className="visually-hidden">{t("common.loading")}</h1>
      <Skeleton lines={5} />
    </div>
  );
}

/**
 * Loads the member's name and the cart, which the menu shows on every screen, unless the screen itself has asked for them. Used
 * around a screen: its own effects run first. Comes after the first screen, outside the first route's script.
 */
export function useMemberFreshness(): void {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const mustChangePassword = useAuth((state) => state.mustChangePassword);
  useEffect(() => {
    if (!isAuthenticated || mustChangePassword) return;
    const timer = window.setTimeout(() => void freshen(), 250);
    return () => window.clearTimeout(timer);
  }, [isAuthenticated, mustChangePassword]);
}

async function freshen(): Promise<void> {
  const [{ api }, { loadMember }, { loadCart }] = await Promise.all([
    import("./api/client.ts"),
    import("./api/member.ts"),
    import("./api/cart.ts"),
  ]);
  // Failures are ignored: the menu keeps its plain label and the cart its copy.
  await Promise.allSettled([
    api.wasAsked("/members/me") ? null : loadMember(),
    api.wasAsked("/cart/") ? null : loadCart(),
  ]);
}
