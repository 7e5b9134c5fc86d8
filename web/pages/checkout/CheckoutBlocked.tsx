import { useLocation } from "wouter";
import { useI18n } from "../../i18n/translate.ts";
import { ConsultantLink } from "../../layout/ConsultantLink.tsx";
import { LinkButton } from "../../layout/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { Dialog } from "../../ui/Dialog.tsx";

export type Block = { reason: "too_many_samples"; count: number } | { reason: "active_sample_order" | "order_unreadable" };

const words = { too_many_samples: "too_many", active_sample_order: "active", order_unreadable: "unreadable" } as const;

/** Lies over the checkout, with the form behind it if the server was the first to know; closing it leads to the cart. */
export function CheckoutBlocked({ block }: { block: Block }) {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const cart = paths.cart({ locale });
  const isTooMany = block.reason === "too_many_samples";
  const which = words[block.reason];
  return (
    <Dialog
      open
      onClose={() => navigate(cart)}
      title={t(`shop.checkout.blocked.${which}_title`)}
      closeLabel={t("shop.checkout.back_to_cart")}
      actions={
        <>
          <LinkButton variant={isTooMany ? "primary" : "secondary"} href={cart}>
            {t("shop.checkout.back_to_cart")}
          </LinkButton>
          {block.reason === "order_unreadable" ? <ConsultantLink /> : null}
          {isTooMany ? null : (
            <LinkButton variant="primary" href={paths.orders({ locale })}>
              {t("shop.checkout.blocked.to_orders")}
            </LinkButton>
          )}
        </>
      }
    >
      <p>
        {isTooMany ? t("shop.checkout.blocked.too_many_text", { count: block.count }) : t(`shop.checkout.blocked.${which}_text`)}
      </p>
    </Dialog>
  );
}
