import { useLocation } from "wouter";
import type { Order } from "#contract/order";
import type { SampleBlock } from "../../api/orders.ts";
import { useI18n } from "../../i18n/translate.ts";
import { ConsultantLink, LinkButton } from "../../navigation/LinkButton.tsx";
import { UnpaidOrderDialog } from "../../order/Unpaid.tsx";
import { paths } from "../../paths.ts";
import { Dialog } from "../../ui/Dialog.tsx";

export type CheckoutBlock =
  | SampleBlock
  /** An unpaid order that holds some of these lines. */
  | { kind: "lines"; order: Order };

const textOf = { sample: "active", unreadable: "unreadable" } as const;

interface CheckoutBlockedProps {
  block: CheckoutBlock;
  /** The order in the way was cancelled. */
  onCancelled: () => Promise<void>;
}

/** Closing it leads to the cart. The form stays behind it when only the server found the reason. */
export default function CheckoutBlocked({ block, onCancelled }: CheckoutBlockedProps) {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const cart = paths.cart({ locale });
  if (block.kind === "unpaid" || block.kind === "lines")
    return (
      <UnpaidOrderDialog
        order={block.order}
        holdsLines={block.kind === "lines"}
        consequence={t("shop.orders.unpaid.cart_stays")}
        closeLabel={t("shop.checkout.back_to_cart")}
        onClose={() => navigate(cart)}
        onCancelled={onCancelled}
      />
    );
  const which = textOf[block.kind];
  return (
    <Dialog
      open
      onClose={() => navigate(cart)}
      title={t(`shop.checkout.blocked.${which}_title`)}
      closeLabel={t("shop.checkout.back_to_cart")}
      actions={
        <>
          <LinkButton variant="secondary" href={cart}>
            {t("shop.checkout.back_to_cart")}
          </LinkButton>
          {block.kind === "unreadable" ? <ConsultantLink /> : null}
          <LinkButton variant="primary" href={paths.orders({ locale })}>
            {t("shop.checkout.blocked.to_orders")}
          </LinkButton>
        </>
      }
    >
      <p>{t(`shop.checkout.blocked.${which}_text`)}</p>
    </Dialog>
  );
}
