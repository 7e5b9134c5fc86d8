import { ApiError } from "../../api/errors.ts";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { Banner } from "./read-refusal.ts";

/** A refusal has a reason of its own; of a failure there is no more to say than that it can be tried again. */
function saysWhy(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

export function CheckoutBanner({ banner }: { banner: Banner | null }) {
  const { locale, t } = useI18n();
  if (banner === null) return null;
  switch (banner.kind) {
    case "sign_in":
      return <Notice tone="warning">{t("shop.checkout.errors.sign_in")}</Notice>;
    case "consent":
      return <Notice tone="danger">{t("shop.checkout.errors.consent")}</Notice>;
    case "price_changed": {
      const prices = {
        before: formatMoney(locale, banner.before),
        now: formatMoney(locale, banner.now),
      };
      return <Notice tone="warning">{t("shop.checkout.errors.price_changed", prices)}</Notice>;
    }
    case "failed":
      return saysWhy(banner.error) ? (
        <FailureNotice error={banner.error} />
      ) : (
        <Notice tone="danger">{t("shop.checkout.errors.failed")}</Notice>
      );
  }
}
