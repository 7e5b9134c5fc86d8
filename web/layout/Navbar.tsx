import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { navScreens, screens } from "#contract/screens";
import { formatNumber } from "../i18n/format.ts";
import { useI18n } from "../i18n/translate.ts";
import { paths } from "../paths.ts";
import { useAuth } from "../stores/auth.ts";
import { useCart } from "../stores/cart.ts";
import { classNames } from "../ui/class-names.ts";
import { Brand } from "./Brand.tsx";
import { LocationPicker } from "./LocationPicker.tsx";
import styles from "./Navbar.module.css";
import type { Panel } from "./Panels.tsx";
import { UserMenu } from "./UserMenu.tsx";

interface NavbarProps {
  onOpen: (panel: Panel) => void;
}

export function Navbar({ onOpen }: NavbarProps) {
  const { locale, t } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const [path] = useLocation();
  const isHome = path === paths.home({ locale });
  const { isAway, isAtTop } = useHidesOnScroll();
  return (
    <header
      className={classNames(styles.bar, isHome && isAtTop && styles.clear, isAway && styles.away)}
    >
      <div className={styles.row}>
        <button
          type="button"
          className={classNames(styles.tool, styles.burger)}
          aria-label={t("common.nav.open_menu")}
          aria-haspopup="dialog"
          onClick={() => onOpen("menu")}
        >
          <span aria-hidden="true" />
        </button>
        <Brand className={styles.brand} />
        <div className={styles.own}>
          <MainLinks path={path} />
          <LocationPicker className={styles.wide} buttonClassName={styles.tool} />
          <button
            type="button"
            className={styles.tool}
            aria-label={t("common.language.button", { language: t("common.language.short") })}
            aria-haspopup="dialog"
            onClick={() => onOpen("language")}
          >
            <span aria-hidden="true">{t("common.language.short")}</span>
          </button>
          <UserMenu buttonClassName={styles.tool} />
          {isAuthenticated ? <CartButton onOpen={() => onOpen("cart")} /> : null}
        </div>
      </div>
    </header>
  );
}

function MainLinks({ path }: { path: string }) {
  const { locale, t } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  return (
    <nav className={styles.links} aria-label={t("common.nav.main")}>
      <ul>
        {navEntries(isAuthenticated).map((entry) => {
          const href = entry.path({ locale });
          return (
            <li key={entry.id}>
              <Link
                href={href}
                className={styles.link}
                aria-current={href === path ? "page" : undefined}
              >
                {t(entry.label)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function CartButton({ onOpen }: { onOpen: () => void }) {
  const { locale, plural } = useI18n();
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
          {formatNumber(locale, count)}
        </span>
      ) : null}
    </button>
  );
}

const entries = navScreens.map((id) => ({
  id,
  path: paths[id],
  label: `common.nav.${screens[id].nav}` as const,
}));

/** Visitors see what is open to them. */
export function navEntries(isAuthenticated: boolean) {
  return entries.filter(({ id }) => isAuthenticated || !screens[id].guarded);
}

const thresholdPx = 8;

/** Hides the bar while scrolling down; the stylesheet limits this to phones. */
export function useHidesOnScroll(): { isAway: boolean; isAtTop: boolean } {
  const [state, setState] = useState({ isAway: false, isAtTop: true });
  useEffect(() => {
    let last: number | null = null;
    const look = () => {
      const now = window.scrollY;
      if (last !== null && Math.abs(now - last) < thresholdPx && now > thresholdPx) return;
      const isAway = last !== null && now > last && now > 120;
      const isAtTop = now <= thresholdPx;
      last = now;
      setState((known) =>
        known.isAway === isAway && known.isAtTop === isAtTop ? known : { isAway, isAtTop },
      );
    };
    // Reading the position before the next frame would force a second layout.
    const first = requestAnimationFrame(look);
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      cancelAnimationFrame(first);
      window.removeEventListener("scroll", look);
    };
  }, []);
  return state;
}
