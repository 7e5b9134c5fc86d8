import { useI18n } from "../i18n/translate.ts";
import { Badge } from "../ui/Badge.tsx";
import styles from "./status.module.css";
import { stops, viewOfStatus } from "./order-status.ts";

export function OrderStatus({ status }: { status: string }) {
  const { t } = useI18n();
  const view = viewOfStatus(status);
  if (view.kind === "off_path")
    return (
      <Badge tone="warning" className={styles.offPath}>
        {t(`shop.orders.status.${view.status}`)}
      </Badge>
    );
  if (view.kind === "unknown")
    return (
      <Badge tone="neutral" className={styles.offPath}>
        {t("shop.orders.status.unknown")}
      </Badge>
    );
  return (
    <ol className={styles.progress} aria-label={t("shop.orders.status.label")}>
      {stops.map((stop, index) => (
        <li
          key={stop}
          className={
            index < view.position
              ? styles.past
              : index === view.position
                ? styles.present
                : undefined
          }
          aria-current={index === view.position ? "step" : undefined}
        >
          <span>{t(`shop.orders.status.${stop}`)}</span>
        </li>
      ))}
    </ol>
  );
}
