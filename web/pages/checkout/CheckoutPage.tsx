import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useShippingAddresses } from "../../api/addresses.ts";
import { loadCart } from "../../api/cart.ts";
import { useShopConfig } from "../../api/config.ts";
import { useCheckoutTexts } from "../../api/custom-texts.ts";
import { useMember } from "../../api/member.ts";
import { findSampleBlock, type SampleBlock } from "../../api/orders.ts";
import { maxSampleSetsAtCheckout } from "#contract/limits";
import { useI18n } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import { useCart } from "../../stores/cart.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { CheckoutBlocked, type Block } from "./CheckoutBlocked.tsx";
import { CheckoutFormView } from "./CheckoutFormView.tsx";
import { readDraft } from "./draft.ts";

/** `blocked`: by the look before the form. */
type Stage = { name: "loading" } | { name: "blocked"; block: Block } | { name: "form" };

export default function CheckoutPage() {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const items = useCart((state) => state.cart.items);
  const [stage, setStage] = useState<Stage>({ name: "loading" });
  const [refusal, setRefusal] = useState<Block | null>(null);
  const block = stage.name === "blocked" ? stage.block : refusal;

  useEffect(() => {
    let isCurrent = true;
    void examine(isAuthenticated).then((next) => {
      if (!isCurrent) return;
      if (next === "empty") navigate(paths.cart({ locale }), { replace: true });
      else setStage(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [isAuthenticated, locale, navigate]);

  // The form comes filled from the profile, or empty when that cannot be read: nothing changes under the shopper's hands.
  const reads = [useMember(isAuthenticated), useShippingAddresses(isAuthenticated), useShopConfig(), useCheckoutTexts(locale)];
  const isReady = useOnceTrue(stage.name === "form" && reads.every(({ isLoading }) => !isLoading));

  // Emptied in another tab, or paid for there.
  const isEmptied = stage.name === "form" && items.length === 0;
  useEffect(() => {
    if (isEmptied) navigate(paths.cart({ locale }), { replace: true });
  }, [isEmptied, locale, navigate]);

  return (
    <Page title={t("shop.checkout.title")} width="wide">
      {isReady || stage.name === "blocked" ? null : <Skeleton lines={8} label={t("common.loading")} />}
      {isReady ? <CheckoutFormView items={items} onBlocked={setRefusal} /> : null}
      {block ? <CheckoutBlocked block={block} /> : null}
    </Page>
  );
}

/** A read that failed is under way again whenever the shopper comes back to the tab; the form that was shown stays. */
function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue || isTrue;
}

/** The rules before the form. The server holds them too, so a failing look lets the shopper go on. */
async function examine(isAuthenticated: boolean): Promise<Stage | "empty"> {
  const cart = await loadCart().catch((error: unknown) => {
    console.warn("The cart could not be read before the checkout", error);
    return useCart.getState().cart;
  });
  if (cart.items.length === 0) return "empty";
  const sets = cart.items.filter((item) => item.surveyResponseId !== null).length;
  if (sets > maxSampleSetsAtCheckout) return { name: "blocked", block: { reason: "too_many_samples", count: sets } };
  const block = isAuthenticated ? await findBlockBeforeForm() : null;
  if (block === null) return { name: "form" };
  return { name: "blocked", block: { reason: block === "sample" ? "active_sample_order" : "order_unreadable" } };
}

async function findBlockBeforeForm(): Promise<SampleBlock | null> {
  try {
    return await findSampleBlock(readDraft().orderId);
  } catch (error) {
    console.warn("The orders could not be read before the checkout", error);
    return null;
  }
}
