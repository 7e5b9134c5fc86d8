import { Link } from "wouter";
import { formatMoney, loadMessages, t, useMessages } from "../i18n/translate.ts";
import { useIsPayable } from "../api/config.ts";
import { FailureNotice } from "../feedback/FailureNotice.tsx";
import Toasts from "../feedback/Toasts.tsx";
import { Lines } from "../line/Line.tsx";
import { LinkButton } from "../navigation/LinkButton.tsx";
import { paths } from "../paths.ts";
import TooMuch from "../payment/TooMuch.tsx";
import { Amounts } from "../ui/Amounts.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import styles from "./CartDrawer.module.css";
import { Sums } from "./Sums.tsx";
import { useCartLines } from "./cart-lines.ts";

export default function CartDrawer({ onClose }: { onClose: () => void }) {
  useMessages(loadMessages(["shop"]));
  const { lines, sums, isKnown, isEmpty, failure, load, remove } = useCartLines();
  const isPayable = useIsPayable(sums.total);
  const nothing = isKnown ? (
    <p className="soft">{t("common.drawer.empty")}</p>
  ) : (
    <Skeleton lines={3} label={t("common.loading")} />
  );
  return (
    <Dialog
      side="end"
      onClose={onClose}
      title={t("common.drawer.title")}
      closeLabel={t("common.drawer.close")}
      actions={
        isEmpty ? null : (
          <>
            <div className={styles.total} aria-live="polite">
              <Amounts total={[t("shop.cart.total"), formatMoney(sums.total)]} />
            </div>
            {isPayable ? (
              <LinkButton variant="primary" href={paths.checkout()} onClick={onClose}>
                {t("common.drawer.checkout")}
              </LinkButton>
            ) : null}
          </>
        )
      }
    >
      <FailureNotice error={failure} retry={load} />
      {isEmpty && failure === null ? nothing : null}
      <Lines
        of={lines}
        action={{
          text: t("shop.cart.remove"),
          label: (name) => t("common.drawer.remove", { name }),
          run: remove,
        }}
      />
      {isEmpty ? null : (
        <div className={styles.sums} aria-live="polite">
          <Sums sums={sums} hasSubtotal />
          {isPayable ? null : <TooMuch />}
        </div>
      )}
      <p className={`cluster ${styles.ways}`}>
        {isEmpty ? null : (
          <Link href={paths.cart()} onClick={onClose}>
            {t("common.drawer.to_cart")}
          </Link>
        )}
        <Button variant="quiet" onClick={onClose}>
          {t("common.drawer.continue")}
        </Button>
      </p>
      <Toasts isInline />
    </Dialog>
  );
}
