import { useState, type ReactNode, useSyncExternalStore } from "react";
import { t } from "../i18n/translate.ts";
import { useToasts } from "../stores/toasts.ts";
import { Footer } from "./Footer.tsx";
import { Navbar } from "./Navbar.tsx";
import type { Panel } from "./Panels.tsx";
import styles from "./Shell.module.css";
import { late } from "../ui/late.tsx";

const Panels = late(() => import("./Panels.tsx"));
const Toasts = late(() => import("../feedback/Toasts.tsx"));

export function Shell({ children }: { children: ReactNode }) {
  const [panel, setPanel] = useState<Panel | null>(null);
  const hasToasts = useToasts(({ toasts }) => toasts.length > 0);
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
      <OfflineNotice />
      {panel === null ? null : (
        <Panels panel={panel} onClose={() => setPanel(null)} onOpen={setPanel} />
      )}
      {/* The cart drawer shows toasts itself: the page behind a modal dialog is inert. */}
      {hasToasts && panel !== "cart" ? <Toasts /> : null}
    </div>
  );
}

function subscribe(changed: () => void): () => void {
  const left = new AbortController();
  for (const event of ["online", "offline"]) window.addEventListener(event, changed, left);
  return () => left.abort();
}

function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className={styles.offline}>
      {isOnline ? null : t("common.offline")}
    </div>
  );
}
