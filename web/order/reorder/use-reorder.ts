import { useState } from "react";
import { useLocation } from "wouter";
import { itemKinds, repurchasedKind, type FinishedKind } from "#contract/item-kind";
import type { Order } from "#contract/order";
import { loadMember } from "../../api/member.ts";
import { loadReorderSettings } from "../../api/purchase.ts";
import {
  loadOrderRecommendations,
  type OrderRecommendations,
  type RecommendedProduct,
} from "../../api/orders.ts";
import { useWork } from "../../feedback/use-work.ts";
import { useI18n } from "../../i18n/translate.ts";
import { paths } from "../../paths.ts";

type Step =
  | { name: "closed" }
  | { name: "list"; found: OrderRecommendations }
  | { name: "satisfaction"; found: OrderRecommendations; product: RecommendedProduct }
  | { name: "purchase"; product: RecommendedProduct; kind: FinishedKind };

const closed: Step = { name: "closed" };

export function useReorder(order: Order) {
  const { locale } = useI18n();
  const [, navigate] = useLocation();
  const [step, setStep] = useState<Step>(closed);
  const { isBusy, failure, run, forget } = useWork();

  async function goOn(product: RecommendedProduct) {
    const kind = repurchasedKind(await loadMember(), order);
    if (await usesOptionsPage(kind))
      navigate(
        paths.purchaseOptions({
          locale,
          productId: product.id,
          productNumber: product.product_number,
          userType: itemKinds[kind].buyer,
        }),
      );
    else setStep({ name: "purchase", product, kind });
  }

  return {
    step,
    isBusy,
    failure,
    begin: () =>
      run(async () => setStep({ name: "list", found: await loadOrderRecommendations(order.id) })),
    pick: (found: OrderRecommendations, product: RecommendedProduct) =>
      setStep({ name: "satisfaction", found, product }),
    order: (product: RecommendedProduct) => run(() => goOn(product)),
    cancel: () => {
      setStep(closed);
      forget();
    },
  };
}

/** Without a setting of their own, or while it cannot be had, buyers get the plain window, which tells of a missing price. */
async function usesOptionsPage(kind: FinishedKind): Promise<boolean> {
  try {
    const setting = (await loadReorderSettings()).find(
      (entry) => entry.user_type === itemKinds[kind].userType,
    );
    if (setting === undefined) console.warn("No reorder setting for this kind of buyer", kind);
    return setting?.use_purchase_options_page ?? false;
  } catch (error) {
    console.warn("The reorder settings could not be loaded", error);
    return false;
  }
}
