import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../layout/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { Notice } from "../../ui/Notice.tsx";

export type Block = { reason: "too_many_samples"; count: number } | { reason: "active_sample_order" };

export function CheckoutBlocked({ block }: { block: Block }) {
  const { locale, t } = useI18n();
  const toCart = (variant: "primary" | "secondary") => (
    <LinkButton variant={variant} href={paths.cart({ locale })}>
      {t("shop.checkout.back_to_cart")}
    </LinkButton>
  );
  if (block.reason === "too_many_samples") {
    return (
      <Notice tone="warning" title={t("shop.checkout.blocked.too_many_title")} actions={toCart("primary")}>
        {t("shop.checkout.blocked.too_many_text", { count: block.count })}
      </Notice>
    );
  }
  const actions = (
    <>
      <LinkButton variant="primary" href={paths.orders({ locale })}>
        {t("shop.checkout.blocked.to_orders")}
      </LinkButton>
      {toCart("secondary")}
    </>
  );
  return (
    <Notice tone="warning" title={t("shop.checkout.blocked.active_title")} actions={actions}>
      {t("shop.checkout.blocked.active_text")}
    </Notice>
  );
}
