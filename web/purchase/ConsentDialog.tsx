import { useEffect, useRef, useState } from "react";
import { consentScrollTolerancePx } from "#contract/limits";
import { t } from "../i18n/translate.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import styles from "./buying.module.css";

type ConsentDialogProps = { notice: string; onClose: () => void; onConfirm: () => void };

export default function ConsentDialog({ notice, onClose, onConfirm }: ConsentDialogProps) {
  const [isRead, setRead] = useState(false);
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The dialog's own box scrolls: one box within another would cut lines twice.
    const box = text.current?.parentElement;
    if (!box) return;
    const look = () => {
      const { scrollHeight, scrollTop, clientHeight } = box;
      if (scrollHeight - scrollTop - clientHeight <= consentScrollTolerancePx) setRead(true);
    };
    look();
    box.addEventListener("scroll", look);
    return () => box.removeEventListener("scroll", look);
  }, []);
  const { title, paragraphs } = partsOf(notice);
  return (
    <Dialog
      isReading
      onClose={onClose}
      title={title ?? t("shop.checkout.consent.title")}
      closeLabel={t("common.close")}
      actions={
        <>
          {isRead ? null : (
            <p className={`soft ${styles.scrollHint}`}>{t("shop.checkout.consent.scroll")}</p>
          )}
          <Button variant="primary" disabled={!isRead} onClick={onConfirm}>
            {t("shop.checkout.consent.confirm")}
          </Button>
        </>
      }
    >
      <div ref={text} className={styles.notice}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Dialog>
  );
}

/** A notice that begins with a line of its own, not a sentence, brings its title. */
function partsOf(notice: string): { title: string | null; paragraphs: string[] } {
  const [first = "", ...others] = notice.split(/\n{2,}/);
  const isTitle = others.length > 0 && first.length <= 60 && !/[\n。.!?！？]/u.test(first);
  return isTitle
    ? { title: first, paragraphs: others }
    : { title: null, paragraphs: [first, ...others] };
}
