import { useI18n } from "../i18n/translate.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import styles from "./Page.module.css";
import own from "./PageSkeleton.module.css";

/** Keeps the footer in place while the module loads. */
export function PageSkeleton() {
  const { t } = useI18n();
  return (
    <div className={`${styles.page} ${styles.regular} ${own.wait}`}>
      <h1 className="visually-hidden">{t("common.loading")}</h1>
      <Skeleton lines={5} />
    </div>
  );
}
