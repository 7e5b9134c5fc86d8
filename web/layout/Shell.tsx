import { lazy, Suspense, useCallback, useState, type ReactNode } from "react";
import { useI18n } from "../i18n/translate.ts";
import { Footer } from "./Footer.tsx";
import { Navbar } from "./Navbar.tsx";
import type { Panel } from "./Panels.tsx";
import styles from "./Shell.module.css";
import { useMemberFreshness } from "./use-member-freshness.ts";

const Panels = lazy(() => import("./Panels.tsx"));

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
      {panel === null ? null : (
        <Suspense>
          <Panels panel={panel} onClose={close} onOpen={setPanel} />
        </Suspense>
      )}
    </div>
  );
}
