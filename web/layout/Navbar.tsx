import { useEffect, useState, useId } from "react";
import { Link, useLocation } from "wouter";
import { navScreens, screens } from "#contract/screens";
import { formatNumber, plural, t } from "../i18n/translate.ts";
import { paths } from "../paths.ts";
import { useAuth } from "../stores/auth.ts";
import { useHere } from "../navigation/use-here.ts";
import { signOut } from "../session/session.ts";
import { useCart } from "../stores/cart.ts";
import { currencyOf, useLocationChoice, shopLocations } from "../stores/location.ts";
import { classNames } from "../ui/class-names.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Brand } from "./Brand.tsx";
import styles from "./Navbar.module.css";
import type { Panel } from "./Panels.tsx";
import menu from "./Menu.module.css";
import mark from "../ui/mark.module.css";

export function Navbar({ onOpen }: { onOpen: (panel: Panel) => void }) {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { isAway, isAtTop } = useHidesOnScroll();
  return (
    <header
      className={classNames(styles.bar, isAtTop && styles.clear)}
      data-away={isAway || undefined}
    >
      <div className={`across ${styles.row}`}>
        <button
          type="button"
          className={`${styles.tool} ${styles.burger}`}
          aria-label={t("common.nav.open_menu")}
          aria-haspopup="dialog"
          onClick={() => onOpen("menu")}
        >
          <span aria-hidden="true" />
        </button>
        <Brand className={styles.brand} />
        <div className={`personal ${styles.own}`}>
          <MainLinks links={useMainLinks()} nav={styles.links} className={`tap ${styles.link}`} />
          <LocationPicker />
          <button
            type="button"
            className={styles.tool}
            aria-label={t("common.language.button", { language: t("common.language.short") })}
            aria-haspopup="dialog"
            onClick={() => onOpen("language")}
          >
            <span aria-hidden="true">{t("common.language.short")}</span>
          </button>
          <UserMenu />
          {isAuthenticated ? <CartButton onOpen={() => onOpen("cart")} /> : null}
        </div>
      </div>
    </header>
  );
}

type Look = { nav?: string | undefined; className?: string | undefined; onClick?: () => void };
type MainLinksProps = Look & { links: ReturnType<typeof useMainLinks> };

export function MainLinks({ links, nav, ...look }: MainLinksProps) {
  const [path] = useLocation();
  return (
    <nav className={nav} aria-label={t("common.nav.main")}>
      <ul>
        {links.map(({ href, text }) => (
          <li key={href}>
            <Link {...look} href={href} aria-current={href === path ? "page" : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function useMainLinks() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  return navScreens
    .filter((id) => isAuthenticated || !screens[id].guarded)
    .map((id) => ({ href: paths[id](), text: t(`common.${screens[id].nav}` as const) }));
}

export function useAccountLinks() {
  const from = useHere();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  return isAuthenticated
    ? [
        { href: paths.profile(), text: t("common.nav.profile") },
        { href: paths.orders(), text: t("common.nav.orders") },
      ]
    : [
        { href: paths.login({ from }), text: t("common.nav.login") },
        { href: paths.register(), text: t("common.nav.register") },
      ];
}

function LocationPicker() {
  const location = useLocationChoice((state) => state.location);
  const place = `${t(`common.location.${location}`)} ${currencyOf[location]}`;
  return (
    <Disclosure
      className={styles.wide}
      buttonClassName={styles.tool}
      label={t("common.location.label_now", { place })}
      button={place}
    >
      {() => <LocationChoice />}
    </Disclosure>
  );
}

function UserMenu() {
  const { isAuthenticated, member } = useAuth();
  const known = member?.full_name.trim() || member?.email;
  // Spoken and in the menu only: what is seen in the bar would change under the eye.
  const name = known ?? t("common.nav.member");
  const links = useAccountLinks();
  const label = isAuthenticated ? t("common.nav.account_of", { name }) : t("common.nav.account");
  const face = (
    <>
      <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true" focusable="false">
        <circle cx="12" cy="8.500" r="3.750" />
        <path d="M4.500 20c.8-4 3.700-6 7.500-6s6.700 2 7.500 6" />
      </svg>
      {isAuthenticated ? <span className={menu.name}>{known}</span> : null}
    </>
  );
  return (
    <Disclosure buttonClassName={styles.tool} label={label} button={face}>
      {(close) => (
        <ul className={menu.menu}>
          {isAuthenticated ? <li className={`soft ${menu.who}`}>{name}</li> : null}
          {links.map(({ href, text }) => (
            <li key={href}>
              <Link href={href} className={menu.item} onClick={close}>
                {text}
              </Link>
            </li>
          ))}
          {isAuthenticated ? (
            <li>
              <button type="button" className={menu.item} onClick={() => void signOut()}>
                {t("common.nav.logout")}
              </button>
            </li>
          ) : null}
        </ul>
      )}
    </Disclosure>
  );
}

function CartButton({ onOpen }: { onOpen: () => void }) {
  const count = useCart((state) => state.cart.totalItems);
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={plural("common.nav.cart", count)}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true" focusable="false">
        <path d="M5 8.500h14l-1 11.500H6zM8.750 8.500V7a3.250 3.250 0 0 1 6.500 0v1.500" />
      </svg>
      {count > 0 ? (
        <span className={styles.count} aria-hidden="true">
          {formatNumber(count)}
        </span>
      ) : null}
    </button>
  );
}

const thresholdPx = 8;

/** Hides the bar while scrolling down; the stylesheet limits this to phones. */
function useHidesOnScroll(): { isAway: boolean; isAtTop: boolean } {
  const [isAway, setAway] = useState(false);
  const [isAtTop, setAtTop] = useState(true);
  useEffect(() => {
    let last: number | null = null;
    const look = () => {
      const now = window.scrollY;
      const isTop = now <= thresholdPx;
      if (last !== null && Math.abs(now - last) < thresholdPx && !isTop) return;
      setAway(last !== null && now > last && now > 120);
      setAtTop(isTop);
      last = now;
    };
    const left = new AbortController();
    window.addEventListener("scroll", look, { passive: true, signal: left.signal });
    // Reading the position before the next frame would force a second layout.
    const first = requestAnimationFrame(look);
    left.signal.addEventListener("abort", () => cancelAnimationFrame(first));
    return () => left.abort();
  }, []);
  return { isAway, isAtTop };
}

export function LocationChoice() {
  const { location: chosen, choose } = useLocationChoice();
  const name = useId();
  return (
    <fieldset>
      <legend className={menu.legend}>{t("common.location.label")}</legend>
      <div className={menu.menu}>
        {shopLocations.map((location) => (
          <label key={location} className={`${menu.item} ${menu.radio}`}>
            <input
              type="radio"
              className={mark.mark}
              name={name}
              value={location}
              checked={location === chosen}
              onChange={() => choose(location)}
            />
            {t(`common.location.${location}`)}
            <span className={menu.currency}>{currencyOf[location]}</span>
          </label>
        ))}
      </div>
      <p className={`soft ${menu.note}`}>{t("common.location.note")}</p>
    </fieldset>
  );
}
