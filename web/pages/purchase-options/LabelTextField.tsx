import { useState } from "react";
import { labelTextMaxWeight } from "#contract/limits";
import { labelWeight } from "#contract/pricing";
import { useI18n } from "../../i18n/translate.ts";
import { classNames } from "../../ui/class-names.ts";
import { TextField } from "../../ui/TextField.tsx";
import styles from "./purchase.module.css";
import { takeLabelText } from "./selection.ts";

const warningShare = 0.8;

export function LabelTextField({
  value,
  onChange,
}: {
  value: string;
  onChange: (text: string) => void;
}) {
  const { t } = useI18n();
  // Text that an input method is still composing must not be cut.
  const [composed, setComposed] = useState<string | null>(null);
  const weight = labelWeight(value);
  const isNearlyFull = weight > labelTextMaxWeight * warningShare;
  return (
    <div className={styles.labelText}>
      <TextField
        label={t("shop.purchase.label_text")}
        name="label_text"
        hint={t("shop.purchase.label_hint")}
        autoComplete="off"
        value={composed ?? value}
        onChange={(event) =>
          composed === null
            ? onChange(takeLabelText(value, event.target.value))
            : setComposed(event.target.value)
        }
        onCompositionStart={() => setComposed(value)}
        onCompositionEnd={(event: { currentTarget: { value: string } }) => {
          setComposed(null);
          onChange(takeLabelText(value, event.currentTarget.value));
        }}
      />
      <p className={classNames(styles.soft, isNearlyFull && styles.nearlyFull)}>
        {t("shop.purchase.label_weight", { weight, max: labelTextMaxWeight })}
      </p>
    </div>
  );
}
