import { lazy, Suspense } from "react";
import { useLocation, useSearch } from "wouter";
import { locales, localeTable, type Locale } from "#contract/locales";
import { rememberLanguage } from "../i18n/detect-language.ts";
import { useI18n } from "../i18n/translate.ts";
import { Dialog } from "../ui/Dialog.tsx";
import styles from "./Menu.module.css";
import { SideMenu } from "./SideMenu.tsx";

const CartDrawer = lazy(() => import("../cart/CartDrawer.tsx"));

export type Panel = "menu" | "cart" | "language";

interface PanelsProps {
  panel: Panel;
  onClose: () => void;
  onOpen: (panel: Panel) => void;
}

export default function Panels({ panel, onClose, onOpen }: PanelsProps) {
  switch (panel) {
    case "menu":
      return <SideMenu onClose={onClose} onLanguage={() => onOpen("language")} />;
    case "language":
      return <LanguageModal onClose={onClose} />;
    case "cart":
      return (
        <Suspense>
          <CartDrawer onClose={onClose} />
        </Suspense>
      );
  }
}

function LanguageModal({ onClose }: { onClose: () => void }) {
  const { locale, t } = useI18n();
  const [path] = useLocation();
  const search = useSearch();
  const hrefIn = (target: Locale) =>
    `${["", target, ...path.split("/").slice(2)].join("/")}${search === "" ? "" : `?${search}`}`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("common.language.title")}
      closeLabel={t("common.close")}
    >
      <ul className={styles.menu}>
        {locales.map((target) => (
          <li key={target}>
            <a
              href={hrefIn(target)}
              hrefLang={localeTable[target].htmlLang}
              lang={localeTable[target].htmlLang}
              aria-current={target === locale ? "true" : undefined}
              className={styles.item}
              onClick={() => rememberLanguage(target)}
            >
              {localeTable[target].nativeName}
              {target === locale ? (
                <span className={styles.currency} lang={localeTable[locale].htmlLang}>
                  {t("common.language.current")}
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
