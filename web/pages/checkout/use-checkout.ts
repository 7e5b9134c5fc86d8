import { useEffect, useState, type FormEvent } from "react";
import { useLocation } from "wouter";
import * as z from "zod/mini";
import type { CartItem } from "#contract/cart";
import { isPayable, type Order } from "#contract/order";
import { orderSumsOf } from "#contract/order-sums";
import { formatMoney, t } from "../../i18n/translate.ts";
import { loadCart } from "../../api/cart.ts";
import { codeOf, errorText, hasWords, isRefusal, type ApiError } from "../../api/errors.ts";
import { findOrder, findSampleBlock } from "../../api/orders.ts";
import { paths } from "../../paths.ts";
import { goToCashier, useBusyUntilBack } from "../../payment/pay.tsx";
import { useAuth } from "../../stores/auth.ts";
import { useCart } from "../../stores/cart.ts";
import type { CheckoutBlock } from "./CheckoutBlocked.tsx";
import { useCheckoutForm } from "./use-checkout-form.ts";
import { invoiceTakes, type CheckoutBody, type CheckoutAnswer } from "#contract/checkout-body";
import { payOrder, placeOrder } from "../../api/order-changes.ts";
import { writeDraft, type CheckoutForm, type Draft } from "../../payment/checkout-draft.ts";
import { noteOf } from "./checkout-fields.ts";

function bodyOf(form: CheckoutForm, items: readonly CartItem[], total: number): CheckoutBody {
  const { gift_message: _message, without_prices: _prices, ...sent } = form;
  const hasCarrier = invoiceTakes(form.invoice_type, "carrier_type");
  return {
    ...sent,
    customer_note: noteOf(form),
    country: "TW",
    currency: "TWD",
    tax_id: invoiceTakes(form.invoice_type, "tax_id") ? form.tax_id : "",
    carrier_type: hasCarrier ? form.carrier_type : "",
    carrier_num: hasCarrier ? form.carrier_num : "",
    cart_items: items.map(({ id }) => ({ id })),
    expected_total: total,
  };
}

/** Sent again, the same form pays anew for its order: the cashier refuses a used trade number. */
async function sendOrder(draft: Draft, body: CheckoutBody): Promise<CheckoutAnswer> {
  const { pay_type, ...rest } = body;
  const sealed = JSON.stringify(rest);
  const { orderId } = draft;
  if (draft.sealed === sealed && orderId !== null) {
    try {
      const key = crypto.randomUUID();
      return await patiently(() => payOrder(orderId, key, { pay_type }));
    } catch (error) {
      const isOver = ["order_not_payable", "order_not_found"].includes(codeOf(error) ?? "");
      if (!isOver) throw error;
      draft.sealed = null;
    }
  }
  if (draft.sealed !== sealed)
    Object.assign(draft, { sealed, idempotencyKey: crypto.randomUUID() });
  writeDraft(draft);
  const answer = await patiently(() => placeOrder(body, draft.idempotencyKey));
  draft.orderId = answer.id;
  writeDraft(draft);
  return answer;
}

const mostWaits = 8;

/** A second press, or another tab, waits for the answer that the first one gets. */
async function patiently(send: () => Promise<CheckoutAnswer>): Promise<CheckoutAnswer> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await send();
    } catch (error) {
      if (codeOf(error) !== "idempotency_in_progress" || waits >= mostWaits) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

const signInAfterMs = 2_000;

export function useCheckout(items: CartItem[], onBlocked: (block: CheckoutBlock) => void) {
  const [, navigate] = useLocation();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { form, fields, draft, hasConsented, setConsented } = useCheckoutForm();
  const [isProcessing, setProcessing] = useBusyUntilBack();
  const [banner, setBanner] = useState<Banner | null>(null);
  /** How many times a guest was; every time they have two seconds to read why. */
  const [askedToSignIn, setAskedToSignIn] = useState(0);
  const sums = orderSumsOf(items);

  useEffect(() => {
    if (askedToSignIn === 0) return;
    const from = paths.checkout();
    const timer = setTimeout(() => navigate(paths.login({ from })), signInAfterMs);
    return () => clearTimeout(timer);
  }, [askedToSignIn, navigate]);

  const consent = (isTicked: boolean) => {
    setConsented(isTicked);
    if (isTicked && banner?.isConsent) setBanner(null);
  };

  async function confirm(event: FormEvent) {
    event.preventDefault();
    setBanner(null);
    form.startOver();
    if (!isAuthenticated) {
      setBanner({ tone: "warning", text: t("shop.checkout.errors.sign_in") });
      return setAskedToSignIn((times) => times + 1);
    }
    if (!form.isRight()) return;
    if (!hasConsented) {
      const text = t("shop.checkout.errors.consent");
      return setBanner({ tone: "danger", text, isConsent: true });
    }
    setProcessing(true);
    try {
      const answer = await sendOrder(draft.current, bodyOf(form.values, items, sums.total));
      if (goToCashier(answer)) return;
      alert(t("shop.checkout.submitted", { id: answer.order_id }));
      navigate(paths.fragranceQuiz());
    } catch (error) {
      setProcessing(false);
      const refusal = await readRefusal(error, sums.total);
      form.refuse(error);
      if (refusal !== null && "kind" in refusal) onBlocked(refusal);
      else setBanner(refusal);
    }
  }

  const { errors } = form;
  return { fields, errors, hasConsented, consent, isProcessing, banner, sums, confirm };
}

type Banner = { tone: "warning" | "danger"; text: string; isConsent?: boolean };

async function readRefusal(error: unknown, total: number): Promise<Banner | CheckoutBlock | null> {
  switch (codeOf(error)) {
    case "price_changed": {
      // The next confirmation is about the prices that are shown now.
      const { totalPrice } = await loadCart().catch(() => useCart.getState().cart);
      const sums = { before: formatMoney(total), now: formatMoney(totalPrice) };
      return { tone: "warning", text: t("shop.checkout.errors.price_changed", sums) };
    }
    case "too_many_samples":
      // The page shows the sets as they are now; the banner is for a cart that cannot be read.
      await loadCart().catch(() => null);
      return failed(error);
    case "active_sample_order":
      return (await sampleBlock()) ?? (hasWords(error) ? failed(error) : { kind: "sample" });
    case "order_unreadable":
      return (await sampleBlock()) ?? { kind: "unreadable" };
    case "lines_already_ordered": {
      const order = await orderNamedIn(error as ApiError);
      return order === null ? failed(error) : { kind: "lines", order };
    }
    case "cart_empty":
      await loadCart().catch(() => useCart.getState().forget());
      return null;
    default:
      return failed(error);
  }
}

/** A refusal has a reason of its own; of a failure there is only that it can be tried again. */
function failed(error: unknown): Banner {
  const text = isRefusal(error) ? errorText(error) : t("shop.checkout.errors.failed");
  return { tone: "danger", text };
}

const sampleBlock = () => findSampleBlock().catch(() => null);

async function orderNamedIn({ detail }: ApiError): Promise<Order | null> {
  const named = z.safeParse(z.object({ id: z.string() }), detail);
  const order = named.success ? await findOrder(named.data.id).catch(() => null) : null;
  return order !== null && isPayable(order) ? order : null;
}
