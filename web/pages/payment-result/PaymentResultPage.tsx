import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import type { Order } from "#contract/order";
import { loadCart } from "../../api/cart.ts";
import { findOrder } from "../../api/orders.ts";
import { keptPaymentResult, verifyPaymentResult, type PaymentOutcome } from "../../api/payments.ts";
import { useI18n } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { forgetDraft } from "../checkout/draft.ts";
import { PaymentFailed, PaymentUnreadable } from "./PaymentFailed.tsx";
import { PaymentSucceeded } from "./PaymentSucceeded.tsx";

type Stage = { name: "loading" } | { name: "unreadable" } | { name: "read"; outcome: PaymentOutcome };

export default function PaymentResultPage() {
  const { t } = useI18n();
  const stage = usePaymentResult(useSearch());
  const { order, isSettled } = useFollowedOrder(
    stage.name === "read" && stage.outcome.status === "success" ? stage.outcome.orderId : null,
  );

  if (stage.name === "loading") {
    return (
      <Page title={t("shop.payment.loading_title")} width="narrow">
        <Skeleton lines={6} label={t("common.loading")} />
      </Page>
    );
  }
  if (stage.name === "unreadable") return <PaymentUnreadable />;
  if (stage.outcome.status !== "success") return <PaymentFailed outcome={stage.outcome} />;
  return <PaymentSucceeded outcome={stage.outcome} order={order} isSettled={isSettled} />;
}

/** Has the Worker check the signature once, keeps the result, and takes it out of the address bar. */
function usePaymentResult(search: string): Stage {
  const [stage, setStage] = useState<Stage>({ name: "loading" });
  useEffect(() => {
    const query = new URLSearchParams(search);
    const data = query.get("data");
    const sig = query.get("sig");
    if (data === null && sig === null) {
      setStage((current) => (current.name === "loading" ? stageOf(keptPaymentResult(Date.now())) : current));
      return;
    }
    void verifyPaymentResult(data ?? "", sig ?? "")
      .then(stageOf, (): Stage => ({ name: "unreadable" }))
      .then((next) => {
        setStage(next);
        history.replaceState(history.state, "", location.pathname);
      });
  }, [search]);
  return stage;
}

function stageOf(outcome: PaymentOutcome | null): Stage {
  return outcome === null ? { name: "unreadable" } : { name: "read", outcome };
}

const followEveryMs = 3_000;
const followAtMost = 40;

/**
 * The message in the address says what the cashier said; the order says what was settled. Until the order has left
 * `payment_pending` the page says that it is being checked.
 */
function useFollowedOrder(orderId: string | null): { order: Order | null; isSettled: boolean } {
  const [order, setOrder] = useState<Order | null>(null);
  const isSettled = order !== null && order.status.trim().toLowerCase() !== "payment_pending";
  useEffect(() => {
    if (orderId === null) return;
    let looks = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      // A missing order detail is tolerated: the payload already says what matters.
      const found = await findOrder(orderId).catch(() => null);
      if (found) setOrder(found);
      looks += 1;
      if (found && found.status !== "payment_pending") {
        forgetDraft();
        await loadCart().catch(() => null);
      } else if (looks < followAtMost) {
        timer = setTimeout(() => void look(), followEveryMs);
      }
    };
    void look();
    return () => clearTimeout(timer);
  }, [orderId]);
  return { order, isSettled };
}
