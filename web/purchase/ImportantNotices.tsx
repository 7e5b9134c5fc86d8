import { useState } from "react";
import { t } from "../i18n/translate.ts";
import { useCheckoutTexts } from "../api/purchase.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import styles from "./buying.module.css";
import { late } from "../ui/late.tsx";

const ConsentDialog = late(() => import("./ConsentDialog.tsx"));

interface ImportantNoticesProps {
  hasConsented: boolean;
  onConsent: (isTicked: boolean) => void;
}

/** Ticking opens the whole notice, and only confirming that, scrolled to its end, ticks the box. */
export function ImportantNotices({ hasConsented, onConsent }: ImportantNoticesProps) {
  const texts = useCheckoutTexts().data ?? {};
  const notices = texts["checkout_important_notices"] ?? t("shop.checkout.notices.default");
  const content = texts["checkout_modal_content"] ?? t("shop.checkout.consent.modal_content");
  // The open notice does not change, even if a newer text arrives.
  const [openNotice, setOpenNotice] = useState<string | null>(null);
  return (
    <section className="stack">
      <h2 className="lesser">{t("shop.checkout.notices.title")}</h2>
      <ul className={styles.notices}>
        {notices
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((line) => (
            <li key={line}>{line}</li>
          ))}
      </ul>
      <Checkbox
        label={texts["checkout_checkbox_text"] ?? t("shop.checkout.consent.checkbox")}
        checked={hasConsented}
        onChange={() => (hasConsented ? onConsent(false) : setOpenNotice(content))}
      />
      {openNotice === null ? null : (
        <ConsentDialog
          notice={openNotice}
          onClose={() => setOpenNotice(null)}
          onConfirm={() => {
            onConsent(true);
            setOpenNotice(null);
          }}
        />
      )}
    </section>
  );
}
