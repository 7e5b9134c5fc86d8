import { fitQuantity, maxQuantity, quantityRules, readQuantity, type PurchaseWay } from "#contract/pricing";
import type { UserType } from "#contract/product";
import { useI18n } from "../i18n/translate.ts";
import { Stepper } from "../ui/Stepper.tsx";

interface QuantityStepperProps {
  userType: UserType;
  way: PurchaseWay;
  quantity: number;
  onChange: (quantity: number) => void;
}

/** Packs, bottles or kilograms, by the rules of who buys and where. */
export function QuantityStepper({ userType, way, quantity, onChange }: QuantityStepperProps) {
  const { t, plural } = useI18n();
  return (
    <Stepper
      label={t("shop.purchase.quantity")}
      value={quantity}
      {...quantityRules[userType]}
      max={maxQuantity(userType)}
      unit={plural(`shop.purchase.units.${userType}`, quantity)}
      decreaseLabel={t("shop.purchase.fewer")}
      increaseLabel={t("shop.purchase.more")}
      parse={readQuantity}
      fit={(wanted) => fitQuantity(userType, way, wanted)}
      onChange={onChange}
    />
  );
}
