import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { itemKinds, repurchasedKind, type FinishedKind } from "#contract/item-kind";
import type { Order } from "#contract/order";
import { loadMember } from "../../api/member.ts";
import {
  loadOrderRecommendations,
  type OrderRecommendations,
  type RecommendedProduct,
} from "../../api/orders.ts";
import { loadReorderSettings } from "../../api/purchase.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useWork } from "../../feedback/use-work.ts";
import { useI18n } from "../../i18n/translate.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { RecommendationDialog, SatisfactionDialog } from "./ChoiceDialogs.tsx";
import styles from "./reorder.module.css";

const PurchaseDialog = lazy(() => import("./PurchaseDialog.tsx"));

export function Reorder({ order }: { order: Order }) {
  const { t } = useI18n();
  const reorder = useReorder(order);
  const { step, failure } = reorder;
  return (
    <div className={classNames("unprinted", styles.reorder)}>
      <Button
        variant="secondary"
        busy={reorder.isBusy && step.name === "closed"}
        onClick={() => void reorder.begin()}
      >
        {t("shop.reorder.button")}
      </Button>
      {failure !== null && step.name === "closed" ? (
        <FailureNotice title={t("shop.reorder.load_failed")} error={failure} />
      ) : null}
      {step.name === "list" ? (
        <RecommendationDialog
          found={step.found}
          onPick={(product) => reorder.pick(step.found, product)}
          onClose={reorder.cancel}
        />
      ) : null}
      {step.name === "satisfaction" ? (
        <SatisfactionDialog
          product={step.product}
          responseId={step.found.response_id}
          isBusy={reorder.isBusy}
          failure={failure}
          onSatisfied={() => void reorder.order(step.product)}
          onCancel={reorder.cancel}
        />
      ) : null}
      {step.name === "purchase" ? (
        <Suspense>
          <PurchaseDialog product={step.product} kind={step.kind} onClose={reorder.cancel} />
        </Suspense>
      ) : null}
    </div>
  );
}

type Step =
  | { name: "closed" }
  | { name: "list"; found: OrderRecommendations }
  | { name: "satisfaction"; found: OrderRecommendations; product: RecommendedProduct }
  | { name: "purchase"; product: RecommendedProduct; kind: FinishedKind };

const closed: Step = { name: "closed" };

function useReorder(order: Order) {
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
