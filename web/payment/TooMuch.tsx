import { formatMoney, t } from "../i18n/translate.ts";
import { useShopConfig } from "../api/config.ts";
import { ConsultantLink } from "../navigation/LinkButton.tsx";
import { Notice } from "../ui/Notice.tsx";

export default function TooMuch() {
  const { data: config } = useShopConfig();
  if (config === undefined) return null;
  const { min, max } = config.payable_twd;
  const bounds = { min: formatMoney(min), max: formatMoney(max) };
  return (
    <Notice tone="warning" actions={<ConsultantLink />}>
      {t("shop.purchase.too_much", bounds)}
    </Notice>
  );
}
