import { useEffect, useRef, useState } from "react";
import { useI18n } from "../../i18n/translate.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./checkout.module.css";
import { isReadToEnd } from "./consent.ts";

interface ConsentFieldProps {
  isTicked: boolean;
  onChange: (isTicked: boolean) => void;
  label: string;
  content: string;
}

/** Ticking opens the notice; only confirming it, read to its end, ticks the box. */
export function ConsentField({ isTicked, onChange, label, content }: ConsentFieldProps) {
  const { t } = useI18n();
  // What is being read stays as it is, even if newer words arrive meanwhile.
  const [read, setReading] = useState<string | null>(null);
  const isOpen = read !== null;
  const [isRead, setRead] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isOpen && box.current) setRead(isReadToEnd(box.current));
  }, [isOpen]);

  return (
    <>
      <Checkbox label={label} checked={isTicked} onChange={() => (isTicked ? onChange(false) : setReading(content))} />
      <Dialog
        open={isOpen}
        onClose={() => setReading(null)}
        title={t("shop.checkout.consent.title")}
        closeLabel={t("common.close")}
        actions={
          <Button
            variant="primary"
            disabled={!isRead}
            onClick={() => {
              onChange(true);
              setReading(null);
            }}
          >
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
          {(read ?? "").split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        {isRead ? null : <p className={styles.soft}>{t("shop.checkout.consent.scroll")}</p>}
      </Dialog>
    </>
  );
}
