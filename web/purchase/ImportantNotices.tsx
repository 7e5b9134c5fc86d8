import { useCheckoutTexts } from "../api/purchase.ts";
import { useI18n } from "../i18n/translate.ts";
import styles from "./ConsentField.module.css";
import { lazy, Suspense, useState } from "react";
import { Checkbox } from "../ui/Checkbox.tsx";

const ConsentDialog = lazy(() => import("./ConsentDialog.tsx"));

interface ConsentFieldProps {
  isTicked: boolean;
  onChange: (isTicked: boolean) => void;
  label: string;
  content: string;
}

/** Ticking opens the notice; only confirming it, scrolled to its end, ticks the box. */
function ConsentField({ isTicked, onChange, label, content }: ConsentFieldProps) {
  // The open notice does not change, even if a newer text arrives.
  const [openNotice, setOpenNotice] = useState<string | null>(null);
  return (
    <>
      <Checkbox
        label={label}
        checked={isTicked}
        onChange={() => (isTicked ? onChange(false) : setOpenNotice(content))}
      />
      {openNotice === null ? null : (
        <Suspense>
          <ConsentDialog
            notice={openNotice}
            onClose={() => setOpenNotice(null)}
            onConfirm={() => {
              onChange(true);
              setOpenNotice(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface ImportantNoticesProps {
  hasConsented: boolean;
  onConsent: (isTicked: boolean) => void;
}

/** The notices and, below them, the consent to them. */
export function ImportantNotices({ hasConsented, onConsent }: ImportantNoticesProps) {
  const { t } = useI18n();
  const texts = useCheckoutTexts().data ?? {};
  const notices = (texts["checkout_important_notices"] ?? t("shop.checkout.notices.default"))
    .split("\n")
    .filter((line) => line.trim() !== "");
  return (
    <section className="stack">
      <h2 className="lesser">{t("shop.checkout.notices.title")}</h2>
      <ul className={styles.notices}>
        {notices.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <ConsentField
        isTicked={hasConsented}
        onChange={onConsent}
        label={texts["checkout_checkbox_text"] ?? t("shop.checkout.consent.checkbox")}
        content={texts["checkout_modal_content"] ?? t("shop.checkout.consent.modal_content")}
      />
    </section>
  );
}
