import { useSearch } from "wouter";
import { isForBusinesses, itemKinds, kindOfBuyer } from "#contract/item-kind";
import { localeTable } from "#contract/locales";
import { locale, t } from "../../i18n/translate.ts";
import { useShopConfig } from "../../api/config.ts";
import { useMember } from "../../api/member.ts";
import { useProduct, useProductNotes } from "../../api/products.ts";
import { usePricing, usePurchaseOptions } from "../../api/purchase.ts";
import { Page } from "../../layout/Page.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { ownName } from "../../scent/product-name.ts";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import styles from "./purchase.module.css";
import { PurchaseForm } from "./PurchaseForm.tsx";

export default function PurchaseOptionsPage() {
  const query = new URLSearchParams(useSearch());
  const productId = query.get("productId")?.trim() || null;
  const productNumber = query.get("productNumber")?.trim() ?? "";
  const kind = kindOfBuyer(query.get("userType"));
  const product = useProduct(productId);
  const notes = useProductNotes(productId);
  const options = usePurchaseOptions();
  const pricing = usePricing(kind);
  const config = useShopConfig();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const isBusinessKind = isForBusinesses(itemKinds[kind].itemType);
  const member = useMember(isAuthenticated && isBusinessKind);

  // Anybody may write an address. The Worker refuses a private member's kilograms as well.
  if (member.data?.is_business === false) {
    const bottles = paths.purchaseOptions({
      productId: productId ?? "",
      productNumber,
      userType: itemKinds.finished_bottle.buyer,
    });
    return (
      <ErrorScreen text={t("shop.purchase.business_only")}>
        <LinkButton href={bottles}>{t("shop.purchase.bottles_instead")}</LinkButton>
      </ErrorScreen>
    );
  }
  if (productNumber === "")
    return (
      <ErrorScreen
        text={
          <>
            <p>{t("shop.purchase.missing_number")}</p>
            <p>{t("shop.purchase.missing_number_hint")}</p>
          </>
        }
      >
        {isAuthenticated ? (
          <LinkButton href={paths.orders()}>{t("common.nav.orders")}</LinkButton>
        ) : null}
        <LinkButton href={paths.fragranceQuiz()}>{t("shop.cart.to_quiz")}</LinkButton>
        <LinkButton href={paths.home()}>{t("shop.payment.home")}</LinkButton>
      </ErrorScreen>
    );
  const hasNoOptions = options.error !== undefined || config.error !== undefined;
  if (hasNoOptions || pricing.error !== undefined || pricing.data?.length === 0) {
    const retry = () => {
      for (const read of [options, config, pricing, product, notes])
        if (read.error !== undefined || read === pricing) void read.mutate();
    };
    return (
      <ErrorScreen text={t(`shop.purchase.load_${hasNoOptions ? "options" : "pricing"}_failed`)}>
        <Button onClick={retry}>{t("common.retry")}</Button>
      </ErrorScreen>
    );
  }
  const name = product.data === undefined ? null : ownName(product.data);
  // A name or notes that come late would move what is below them.
  const isWaiting = product.isLoading || notes.isLoading;
  return (
    <Page
      title={name ?? productNumber}
      eyebrow={
        <>
          {t("shop.purchase.title")}
          {name === null ? null : (
            <>
              {localeTable[locale].separators.fact}
              <span className="whole">{productNumber}</span>
            </>
          )}
        </>
      }
      width="wide"
      className={styles.page}
    >
      {isWaiting || !options.data || !pricing.data || !config.data ? (
        <Skeleton lines={12} label={t("common.loading")} className={styles.waiting} />
      ) : (
        <PurchaseForm
          key={kind}
          {...{ productId, productNumber, kind }}
          name={name ?? productNumber}
          options={options.data}
          tiers={pricing.data}
          config={config.data}
        />
      )}
    </Page>
  );
}

function ErrorScreen({ text, children }: { text: React.ReactNode; children?: React.ReactNode }) {
  return (
    <Page title={t("shop.purchase.error_title")} width="narrow">
      <Notice tone="danger" actions={children}>
        {text}
      </Notice>
    </Page>
  );
}
