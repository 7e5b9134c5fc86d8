import { useI18n } from "../i18n/translate.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import styles from "./Page.module.css";
import own from "./PageSkeleton.module.css";

/** Keeps the space of a screen while its module arrives, so that the footer does not jump up. */
export function PageSkeleton() {
  const { t } = useI18n();
  return (
    <div className={`${styles.page} ${styles.regular} ${own.wait}`}>
      <Skeleton lines={5} label={t("common.loading")} />
    </div>
  );
}
