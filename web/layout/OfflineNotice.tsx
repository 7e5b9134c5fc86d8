import { useSyncExternalStore } from "react";
import { useI18n } from "../i18n/translate.ts";
import styles from "./Shell.module.css";

function subscribe(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

export function OfflineNotice() {
  const { t } = useI18n();
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
