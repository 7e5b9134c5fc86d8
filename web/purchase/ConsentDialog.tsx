import { useEffect, useRef, useState } from "react";
import { consentScrollTolerancePx } from "#contract/limits";
import { useI18n } from "../i18n/translate.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import styles from "./ConsentField.module.css";

interface ConsentDialogProps {
  notice: string;
  onClose: () => void;
  onConfirm: () => void;
}

export default function ConsentDialog({ notice, onClose, onConfirm }: ConsentDialogProps) {
  const { t } = useI18n();
  const [isRead, setRead] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current && isReadToEnd(box.current)) setRead(true);
  }, []);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("shop.checkout.consent.title")}
      closeLabel={t("common.close")}
      actions={
        <Button variant="primary" disabled={!isRead} onClick={onConfirm}>
          {t("shop.checkout.consent.confirm")}
        </Button>
      }
    >
      {/* A scrolling box must be reachable by keyboard. */}
      <div
        ref={box}
        className={styles.notice}
        role="region"
        aria-label={t("shop.checkout.consent.title")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        onScroll={(event) => {
          if (isReadToEnd(event.currentTarget)) setRead(true);
        }}
      >
        {notice.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {isRead ? null : <p className={styles.scrollHint}>{t("shop.checkout.consent.scroll")}</p>}
    </Dialog>
  );
}

/** Scrolled to within a few pixels of the end, or too short to scroll. */
export function isReadToEnd(box: {
  scrollTop: number;
  clientHeight: number;
  scrollHeight: number;
}): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight <= consentScrollTolerancePx;
}
