import { currency as shopCurrency } from "#contract/money";
import { addsShipping, type AdjustmentKind, type OrderSums } from "#contract/order-sums";
import { formatAmount, t, type MessageKey } from "../i18n/translate.ts";
import { Amounts } from "../ui/Amounts.tsx";

const names: Record<AdjustmentKind, MessageKey> = { shipping: "common.drawer.shipping" };
/** A newer Worker may know more. */
const nameOf = (kind: string): MessageKey =>
  Object.hasOwn(names, kind) ? names[kind as AdjustmentKind] : "shop.cart.adjustment";

interface SumsProps {
  sums: OrderSums;
  currency?: string;
  /** In the drawer, which says what the checkout will add; its total stands beside its button. */
  hasSubtotal?: boolean;
}

export function Sums({ sums, currency = shopCurrency, hasSubtotal = false }: SumsProps) {
  const { lines, adjustments, total } = sums;
  const row = (name: MessageKey, sum: number) => [t(name), formatAmount(sum, currency)] as const;
  const included = hasSubtotal ? "common.drawer.shipping_later" : "shop.checkout.shipping_included";
  const isShipped = addsShipping(sums);
  return (
    <Amounts
      rows={[
        ...(hasSubtotal || adjustments.length > 0 ? [row("common.drawer.subtotal", lines)] : []),
        ...(isShipped ? [] : [[t(names.shipping), t(included)] as const]),
        ...adjustments.map(({ kind, amount }) => row(nameOf(kind), amount)),
      ]}
      total={hasSubtotal ? null : row("shop.cart.total", total)}
    />
  );
}
