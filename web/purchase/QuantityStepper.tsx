import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import * as pricing from "#contract/pricing";
import type { FinishedKind } from "#contract/item-kind";
import { plural, t } from "../i18n/translate.ts";
import fieldStyles from "../ui/form.module.css";
import styles from "./buying.module.css";

interface QuantityStepperProps {
  kind: FinishedKind;
  way: pricing.PurchaseWay;
  quantity: number;
  onChange: (quantity: number) => void;
}

/** A typed number is fitted to the rules when the field is left. */
export function QuantityStepper({ kind, way, quantity, onChange }: QuantityStepperProps) {
  const { min, step } = pricing.quantityRules[kind];
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const settled = () => {
    if (typed === null) return quantity;
    const wanted = pricing.readQuantity(typed);
    setTyped(null);
    return pricing.fitQuantity(kind, way, Number.isNaN(wanted) ? min : wanted);
  };
  const changeTo = (next: number) => {
    if (next !== quantity) onChange(next);
  };
  const move = (by: number) => changeTo(pricing.fitQuantity(kind, way, settled() + by));
  return (
    <div className={styles.stepper}>
      <label htmlFor={id} className={fieldStyles.label}>
        {t("shop.purchase.quantity")}
      </label>
      <div className={styles.row}>
        <HoldButton
          label={t("shop.purchase.fewer")}
          isDisabled={quantity <= min}
          onStep={() => move(-step)}
          sign="−"
        />
        <input
          id={id}
          className={styles.input}
          inputMode="numeric"
          value={typed ?? quantity}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => changeTo(settled())}
          onKeyDown={({ key }) => key === "Enter" && changeTo(settled())}
        />
        <HoldButton
          label={t("shop.purchase.more")}
          isDisabled={quantity >= pricing.maxQuantity(kind)}
          onStep={() => move(step)}
          sign="+"
        />
        <span className={styles.unit}>{plural(`shop.purchase.units.${kind}`, quantity)}</span>
      </div>
    </div>
  );
}

const repeatMs = 150;
const holdMs = 400;

interface HoldButtonProps {
  label: string;
  sign: string;
  isDisabled: boolean;
  onStep: () => void;
}

function HoldButton({ label, sign, isDisabled, onStep }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false);
  const hasRepeated = useRef(false);
  // A disabled button gets no pointerup.
  if (isHeld && isDisabled) setHeld(false);
  const repeat = useEffectEvent(() => {
    hasRepeated.current = true;
    onStep();
  });
  useEffect(() => {
    if (!isHeld) return;
    hasRepeated.current = false;
    let timer = window.setTimeout(() => {
      repeat();
      timer = window.setInterval(() => repeat(), repeatMs);
    }, holdMs);
    return () => window.clearTimeout(timer);
  }, [isHeld]);
  const letGo = () => setHeld(false);
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      disabled={isDisabled}
      onClick={() => {
        if (!hasRepeated.current) onStep();
        hasRepeated.current = false;
      }}
      onPointerDown={(event) => setHeld(event.button === 0)}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
