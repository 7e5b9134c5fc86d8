import { useLocation } from "wouter";
import type { Order } from "#contract/order";
import { t } from "../../i18n/translate.ts";
import type { SampleBlock } from "../../api/orders.ts";
import { ConsultantLink, LinkButton } from "../../navigation/LinkButton.tsx";
import { UnpaidOrderDialog } from "../../order/Unpaid.tsx";
import { paths } from "../../paths.ts";
import { Dialog } from "../../ui/Dialog.tsx";

export type CheckoutBlock =
  | SampleBlock
  | { kind: "lines"; order: Order }
  | { kind: "sets"; count: number };

interface CheckoutBlockedProps {
  block: CheckoutBlock;
  onCancelled: () => Promise<void>;
}

export default function CheckoutBlocked({ block, onCancelled }: CheckoutBlockedProps) {
  const [, navigate] = useLocation();
  const cart = paths.cart();
  if (block.kind === "unpaid" || block.kind === "lines")
    return (
      <UnpaidOrderDialog
        order={block.order}
        holdsLines={block.kind === "lines"}
        closeLabel={t("shop.checkout.back_to_cart")}
        onClose={() => navigate(cart)}
        onCancelled={onCancelled}
      />
    );
  const which = ({ sample: "active", unreadable: "unreadable", sets: "too_many" } as const)[
    block.kind
  ];
  return (
    <Dialog
      onClose={() => navigate(cart)}
      title={t(`shop.checkout.blocked.${which}_title`)}
      closeLabel={t("shop.checkout.back_to_cart")}
      actions={
        <>
          <LinkButton href={cart}>{t("shop.checkout.back_to_cart")}</LinkButton>
          {block.kind === "unreadable" ? <ConsultantLink /> : null}
          {block.kind === "sets" ? null : (
            <LinkButton variant="primary" href={paths.orders()}>
              {t("shop.checkout.blocked.to_orders")}
            </LinkButton>
          )}
        </>
      }
    >
      <p>
        {t(`shop.checkout.blocked.${which}_text`, { count: "count" in block ? block.count : 0 })}
      </p>
    </Dialog>
  );
}
