import { lazy, Suspense, useCallback, useState, type ReactNode } from "react";
import { useI18n } from "../i18n/translate.ts";
import { Footer } from "./Footer.tsx";
import { LanguageModal } from "./LanguageModal.tsx";
import { Navbar } from "./Navbar.tsx";
import styles from "./Shell.module.css";
import { SideMenu } from "./SideMenu.tsx";
import { useMemberFreshness } from "./use-member-freshness.ts";

const CartDrawer = lazy(() => import("./CartDrawer.tsx"));

type Panel = "menu" | "cart" | "language";

/** What surrounds every screen; one panel at a time lies over it. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  const [panel, setPanel] = useState<Panel | null>(null);
  const close = useCallback(() => setPanel(null), []);
  useMemberFreshness();
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        {t("common.nav.skip")}
      </a>
      <Navbar onOpen={setPanel} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
      <SideMenu open={panel === "menu"} onClose={close} onLanguage={() => setPanel("language")} />
      <LanguageModal open={panel === "language"} onClose={close} />
      {panel === "cart" ? (
        <Suspense>
          <CartDrawer onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}
