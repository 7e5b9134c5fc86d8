import { lazy, Suspense } from "react";
import { useSearch } from "wouter";
import type { ShopConfig } from "#contract/config";
import { itemKinds, kindOfBuyer } from "#contract/item-kind";
import { localeTable } from "#contract/locales";
import type { Options } from "#contract/pricing";
import type { PricingTier } from "#contract/product";
import { useShopConfig } from "../../api/config.ts";
import { useMember } from "../../api/member.ts";
import { useProduct, useProductNotes } from "../../api/products.ts";
import { usePricing, usePurchaseOptions } from "../../api/purchase.ts";
import { useI18n } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { ownName } from "../../scent/product-name.ts";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import styles from "./purchase.module.css";
import { PurchaseSkeleton } from "./PurchaseSkeleton.tsx";

/** On its way while the options are read. */
const form = import("./PurchaseForm.tsx");
const PurchaseForm = lazy(() => form.then((module) => ({ default: module.PurchaseForm })));

export default function PurchaseOptionsPage() {
  const { locale, t } = useI18n();
  const query = new URLSearchParams(useSearch());
  const productId = query.get("productId")?.trim() || null;
  const product = useProduct(productId);
  const notes = useProductNotes(productId);
  const productNumber = query.get("productNumber")?.trim() ?? "";
  const kind = kindOfBuyer(query.get("userType"));
  const options = usePurchaseOptions();
  const pricing = usePricing(kind);
  const config = useShopConfig();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const member = useMember(isAuthenticated && kind === "finished_kg");

  if (kind === "finished_kg" && member.data?.is_business === false)
    return <BottlesInstead query={query} />;
  if (productNumber === "") return <ErrorScreen text={t("shop.purchase.missing_number")} />;
  const retry = () => {
    for (const read of [options, config, pricing, product, notes])
      if (read.error !== undefined || read === pricing) void read.mutate();
  };
  if (options.error !== undefined || config.error !== undefined)
    return <ErrorScreen text={t("shop.purchase.load_options_failed")} retry={retry} />;
  if (pricing.error !== undefined || pricing.data?.length === 0)
    return <ErrorScreen text={t("shop.purchase.load_pricing_failed")} retry={retry} />;
  const name = product.data === undefined ? null : ownName(product.data);
  // A name or notes that come late would move what is below them.
  const isWaiting = product.isLoading || notes.isLoading;
  const loaded = isWaiting ? null : whole(options.data, pricing.data, config.data);
  return (
    <Page
      title={name ?? productNumber}
      eyebrow={
        name === null ? (
          t("shop.purchase.title")
        ) : (
          <>
            {t("shop.purchase.title")}
            {localeTable[locale].separators.fact}
            <span className={styles.number}>{productNumber}</span>
          </>
        )
      }
      width="wide"
      className={styles.page}
    >
      {loaded === null ? (
        <PurchaseSkeleton />
      ) : (
        <Suspense fallback={<PurchaseSkeleton />}>
          <PurchaseForm
            key={kind}
            productId={productId}
            productNumber={productNumber}
            kind={kind}
            options={loaded.options}
            tiers={loaded.tiers}
            mostTwd={loaded.config.payable_twd.max}
            pictures={{
              labelCategoryId: loaded.config.label_category_id,
              concentrationItems: loaded.config.concentration_items,
              bottleItems: loaded.config.bottle_items,
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}

function whole(
  options: Options | undefined,
  tiers: PricingTier[] | undefined,
  config: ShopConfig | undefined,
) {
  return options === undefined || tiers === undefined || config === undefined
    ? null
    : { options, tiers, config };
}

/** The address says who buys, and anybody may write an address. The Worker refuses a private member's kilograms as well. */
function BottlesInstead({ query }: { query: URLSearchParams }) {
  const { locale, t } = useI18n();
  const bottles = paths.purchaseOptions({
    locale,
    productId: query.get("productId") ?? "",
    productNumber: query.get("productNumber") ?? "",
    userType: itemKinds.finished_bottle.buyer,
  });
  return (
    <Page title={t("shop.purchase.error_title")} width="narrow">
      <Notice
        tone="danger"
        actions={<LinkButton href={bottles}>{t("shop.purchase.bottles_instead")}</LinkButton>}
      >
        {t("shop.purchase.business_only")}
      </Notice>
    </Page>
  );
}

function ErrorScreen({ text, retry }: { text: string; retry?: () => void }) {
  const { t } = useI18n();
  return (
    <Page title={t("shop.purchase.error_title")} width="narrow">
      <Notice
        tone="danger"
        actions={retry ? <Button onClick={retry}>{t("common.retry")}</Button> : null}
      >
        {text}
      </Notice>
    </Page>
  );
}
