import { Link, useLocation } from "wouter";
import { useI18n } from "../i18n/translate.ts";
import { useHere } from "../navigation/use-here.ts";
import { paths } from "../paths.ts";
import { signOut } from "../session/session.ts";
import { useAuth } from "../stores/auth.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { LocationChoice } from "./LocationPicker.tsx";
import { navEntries } from "./Navbar.tsx";
import styles from "./SideMenu.module.css";

export function SideMenu({ onClose, onLanguage }: { onClose: () => void; onLanguage: () => void }) {
  const { locale, t } = useI18n();
  const [path] = useLocation();
  const from = useHere();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const links = [
    ...navEntries(isAuthenticated).map((entry) => ({
      href: entry.path({ locale }),
      text: t(entry.label),
    })),
    ...(isAuthenticated
      ? []
      : [
          { href: paths.login({ locale, from }), text: t("common.nav.login") },
          { href: paths.register({ locale }), text: t("common.nav.register") },
        ]),
  ];
  return (
    <Dialog
      open
      side="start"
      onClose={onClose}
      title={t("common.nav.menu")}
      closeLabel={t("common.nav.close_menu")}
    >
      <nav aria-label={t("common.nav.main")}>
        <ul>
          {links.map((link) => (
            <li key={link.href}>
              <Link
                href={link.href}
                className={styles.link}
                aria-current={link.href === path ? "page" : undefined}
                onClick={onClose}
              >
                {link.text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ul className={styles.tools}>
        <li>
          <button type="button" className={styles.tool} onClick={onLanguage}>
            {t("common.language.title")}
          </button>
        </li>
        {isAuthenticated ? (
          <li>
            <button type="button" className={styles.tool} onClick={() => void signOut()}>
              {t("common.nav.logout")}
            </button>
          </li>
        ) : null}
      </ul>
      <LocationChoice />
    </Dialog>
  );
}
