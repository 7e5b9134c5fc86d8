import { useLocation, useSearch } from "wouter";
import { locales, localeTable, type Locale } from "#contract/locales";
import { locale, t } from "../i18n/translate.ts";
import { signOut } from "../session/session.ts";
import { useAuth } from "../stores/auth.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { LanguageLink } from "./LanguageLink.tsx";
import styles from "./Menu.module.css";
import { LocationChoice, MainLinks, useAccountLinks, useMainLinks } from "./Navbar.tsx";
import side from "./SideMenu.module.css";
import { late } from "../ui/late.tsx";

const CartDrawer = late(() => import("../cart/CartDrawer.tsx"));

export type Panel = "menu" | "cart" | "language";

type PanelsProps = { panel: Panel; onClose: () => void; onOpen: (panel: Panel) => void };

export default function Panels({ panel, onClose, onOpen }: PanelsProps) {
  if (panel === "cart") return <CartDrawer onClose={onClose} />;
  if (panel === "language") return <LanguageModal onClose={onClose} />;
  return <SideMenu onClose={onClose} onLanguage={() => onOpen("language")} />;
}

function SideMenu({ onClose, onLanguage }: { onClose: () => void; onLanguage: () => void }) {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const accountLinks = useAccountLinks();
  // A member's own screens are main links.
  const links = [...useMainLinks(), ...(isAuthenticated ? [] : accountLinks)];
  return (
    <Dialog
      side="start"
      onClose={onClose}
      title={t("common.nav.menu")}
      closeLabel={t("common.nav.close_menu")}
    >
      <MainLinks links={links} className={side.link} onClick={onClose} />
      <ul className={side.tools}>
        <li>
          <button type="button" className={side.tool} onClick={onLanguage}>
            {t("common.language.title")}
          </button>
        </li>
        {isAuthenticated ? (
          <li>
            <button type="button" className={side.tool} onClick={() => void signOut()}>
              {t("common.nav.logout")}
            </button>
          </li>
        ) : null}
      </ul>
      <LocationChoice />
    </Dialog>
  );
}

function LanguageModal({ onClose }: { onClose: () => void }) {
  const [path] = useLocation();
  const search = useSearch();
  const rest = path.split("/").slice(2);
  const hrefIn = (target: Locale) =>
    ["", target, ...rest].join("/") + (search === "" ? "" : `?${search}`);
  return (
    <Dialog onClose={onClose} title={t("common.language.title")} closeLabel={t("common.close")}>
      <ul className={styles.menu}>
        {locales.map((target) => (
          <li key={target}>
            <LanguageLink target={target} href={hrefIn(target)} className={styles.item}>
              {target === locale ? (
                <span className={styles.currency} lang={localeTable[locale].htmlLang}>
                  {t("common.language.current")}
                </span>
              ) : null}
            </LanguageLink>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
