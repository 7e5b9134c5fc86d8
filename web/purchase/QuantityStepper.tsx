import {
  fitQuantity,
  maxQuantity,
  quantityRules,
  readQuantity,
  type PurchaseWay,
} from "#contract/pricing";
import type { FinishedKind } from "#contract/item-kind";
import { useI18n } from "../i18n/translate.ts";
import { Stepper } from "../ui/Stepper.tsx";

interface QuantityStepperProps {
  kind: FinishedKind;
  way: PurchaseWay;
  quantity: number;
  onChange: (quantity: number) => void;
}

/** Packs, bottles or kilograms, by the rules of who buys and where. */
export function QuantityStepper({ kind, way, quantity, onChange }: QuantityStepperProps) {
  const { t, plural } = useI18n();
  return (
    <Stepper
      label={t("shop.purchase.quantity")}
      value={quantity}
      {...quantityRules[kind]}
      max={maxQuantity(kind)}
      unit={plural(`shop.purchase.units.${kind}`, quantity)}
      decreaseLabel={t("shop.purchase.fewer")}
      increaseLabel={t("shop.purchase.more")}
      parse={readQuantity}
      fit={(wanted) => fitQuantity(kind, way, wanted)}
      onChange={onChange}
    />
  );
}
