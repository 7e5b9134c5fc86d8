import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { maxSampleSetsAtCheckout } from "#contract/limits";
import { t } from "../../i18n/translate.ts";
import { loadCart } from "../../api/cart.ts";
import { useShopConfig } from "../../api/config.ts";
import { useCheckoutTexts } from "../../api/purchase.ts";
import { useShippingAddresses, useMember } from "../../api/member.ts";
import { findSampleBlock } from "../../api/orders.ts";
import { Page } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { PageTint } from "../../scent/ProductPortrait.tsx";
import { readDraft } from "../../payment/checkout-draft.ts";
import { useAuth } from "../../stores/auth.ts";
import { useCart } from "../../stores/cart.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import type { CheckoutBlock } from "./CheckoutBlocked.tsx";
import { CheckoutFormView, OrderSummary } from "./CheckoutFormView.tsx";
import styles from "./checkout.module.css";
import { late } from "../../ui/late.tsx";

const CheckoutBlocked = late(() => import("./CheckoutBlocked.tsx"));

export default function CheckoutPage() {
  const [, navigate] = useLocation();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { items } = useCart((state) => state.cart);
  const [stage, setStage] = useState<CheckoutBlock | "loading" | "form">("loading");
  const [refusal, setRefusal] = useState<CheckoutBlock | null>(null);

  useEffect(() => {
    let isCurrent = true;
    void examine(isAuthenticated).then((next) => {
      if (!isCurrent) return;
      if (next === "empty") navigate(paths.cart(), { replace: true });
      else setStage(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [isAuthenticated, navigate]);

  // The form appears once all that it shows was read or failed: it does not change under a hand.
  const reads = [
    useMember(isAuthenticated),
    useShippingAddresses(isAuthenticated),
    useShopConfig(),
    useCheckoutTexts(),
  ];
  // Failed reads are tried again when the shopper returns to the tab; the form stays meanwhile.
  const [isReady, setReady] = useState(false);
  if (!isReady && stage === "form" && reads.every(({ isLoading }) => !isLoading)) setReady(true);

  const count = items.filter(({ surveyResponseId }) => surveyResponseId !== null).length;
  const hasTooMany = stage !== "loading" && count > maxSampleSetsAtCheckout;
  const isBlocked = typeof stage === "object";
  const block = hasTooMany ? ({ kind: "sets", count } as const) : isBlocked ? stage : refusal;
  const isEmptied = stage === "form" && items.length === 0;
  useEffect(() => {
    if (isEmptied) navigate(paths.cart(), { replace: true });
  }, [isEmptied, navigate]);

  const waiting = isBlocked ? null : <Skeleton lines={8} label={t("common.loading")} />;
  return (
    <Page title={t("shop.checkout.title")} width="wide">
      <PageTint productId={items[0]?.productIds[0]} />
      {hasTooMany || isReady ? (
        <div data-task="" className={styles.columns}>
          <OrderSummary items={items} />
          {hasTooMany ? null : <CheckoutFormView items={items} onBlocked={setRefusal} />}
        </div>
      ) : (
        waiting
      )}
      {block === null ? null : (
        <CheckoutBlocked
          block={block}
          onCancelled={async () => {
            const next = await examine(isAuthenticated);
            setRefusal(null);
            if (next !== "empty") setStage(next);
          }}
        />
      )}
    </Page>
  );
}

/** The server checks these rules too, so a failed read here lets the shopper go on. */
async function examine(isAuthenticated: boolean): Promise<CheckoutBlock | "form" | "empty"> {
  const unread = (error: unknown) => {
    console.warn("The cart or the orders could not be read before the checkout", error);
    return null;
  };
  const cart = (await loadCart().catch(unread)) ?? useCart.getState().cart;
  if (cart.items.length === 0) return "empty";
  const block = isAuthenticated ? await findSampleBlock(readDraft().orderId).catch(unread) : null;
  return block ?? "form";
}
