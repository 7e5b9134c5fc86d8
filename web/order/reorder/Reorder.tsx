import { lazy, Suspense } from "react";
import type { Order } from "#contract/order";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import styles from "./reorder.module.css";
import { RecommendationDialog } from "./RecommendationDialog.tsx";
import { SatisfactionDialog } from "./SatisfactionDialog.tsx";
import { useReorder } from "./use-reorder.ts";

const PurchaseDialog = lazy(() => import("./PurchaseDialog.tsx"));

export function Reorder({ order }: { order: Order }) {
  const { t } = useI18n();
  const reorder = useReorder(order);
  const { step, failure } = reorder;
  return (
    <div className={styles.reorder}>
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
