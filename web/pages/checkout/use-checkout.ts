import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { CartItem } from "#contract/cart";
import { cartTotal } from "#contract/money";
import { useI18n } from "../../i18n/translate.ts";
import { paths } from "../../paths.ts";
import { postToCashier, useBusyUntilBack } from "../../payment/pay.ts";
import { useAuth } from "../../stores/auth.ts";
import type { CheckoutBlock } from "./CheckoutBlocked.tsx";
import { readRefusal, type Banner } from "./read-refusal.ts";
import { useCheckoutForm } from "./use-checkout-form.ts";
import type { CheckoutBody, CheckoutAnswer } from "#contract/checkout-body";
import { usualProvider } from "#contract/payment";
import { ApiError } from "../../api/client.ts";
import { payOrder, placeOrder } from "../../api/order-changes.ts";
import { newKey, writeDraft, type CheckoutForm, type Draft } from "../../payment/checkout-draft.ts";

/** A field of the form that is forgotten here, or that the contract does not know, does not compile. */
type FormBody = CheckoutBody & Required<Pick<CheckoutBody, keyof CheckoutForm>>;

function bodyOf(form: CheckoutForm, items: readonly CartItem[], total: number): FormBody {
  const hasCarrier = form.invoice_type === "B2C" && form.carrier_type !== "";
  return {
    customer_name: form.customer_name,
    customer_address: form.customer_address,
    customer_phone: form.customer_phone,
    customer_email: form.customer_email,
    customer_note: form.customer_note,
    pay_type: usualProvider,
    country: "TW",
    currency: "TWD",
    invoice_type: form.invoice_type,
    tax_id: form.invoice_type === "B2B" ? form.tax_id : "",
    carrier_type: hasCarrier ? form.carrier_type : "",
    carrier_num: hasCarrier ? form.carrier_num : "",
    cart_items: items.map(({ id }) => ({ id })),
    expected_total: total,
  };
}

/**
 * The same cart and form sent again pay for the order that they made: a trade number that has been to the cashier once is
 * refused there. The draft is changed in place and kept before anything is sent.
 */
async function sendOrder(draft: Draft, body: CheckoutBody): Promise<CheckoutAnswer> {
  const sealed = JSON.stringify(body);
  if (draft.sealed === sealed && draft.orderId !== null) {
    try {
      return await patiently(draft.orderId, payOrder, newKey());
    } catch (error) {
      if (!isOver(error)) throw error;
      draft.sealed = null;
    }
  }
  if (draft.sealed !== sealed) Object.assign(draft, { sealed, idempotencyKey: newKey() });
  writeDraft(draft);
  const answer = await patiently(body, placeOrder, draft.idempotencyKey);
  draft.orderId = answer.id;
  writeDraft(draft);
  return answer;
}

/** It was cancelled or paid meanwhile. */
function isOver(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === "order_not_payable" || error.code === "order_not_found")
  );
}

const mostWaits = 8;

/** A second press, or another tab, waits for the answer that the first one gets. */
async function patiently<What>(
  what: What,
  send: (what: What, idempotencyKey: string) => Promise<CheckoutAnswer>,
  idempotencyKey: string,
): Promise<CheckoutAnswer> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await send(what, idempotencyKey);
    } catch (error) {
      const isUnderWay = error instanceof ApiError && error.code === "idempotency_in_progress";
      if (!isUnderWay || waits >= mostWaits) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

const signInAfterMs = 2_000;

export function useCheckout(items: CartItem[], onBlocked: (block: CheckoutBlock) => void) {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { draft, form, fields, problems, check, refuse, hasConsented, setConsented } =
    useCheckoutForm();
  const [isProcessing, setProcessing] = useBusyUntilBack();
  const [banner, setBanner] = useState<Banner | null>(null);
  const goToLogin = useDelayedLogin();
  const total = cartTotal(items);

  const consent = (isTicked: boolean) => {
    setConsented(isTicked);
    if (isTicked) setBanner((current) => (current?.kind === "consent" ? null : current));
  };

  async function confirm() {
    setBanner(null);
    refuse({});
    if (!isAuthenticated) {
      setBanner({ kind: "sign_in" });
      return goToLogin();
    }
    if (!check()) return;
    if (!hasConsented) return setBanner({ kind: "consent" });
    setProcessing(true);
    try {
      await send();
    } catch (error) {
      setProcessing(false);
      const { banner: shown, block, fields: refused } = await readRefusal(error, total);
      if (refused) refuse(refused);
      if (shown) setBanner(shown);
      if (block) onBlocked(block);
    }
  }

  async function send() {
    const answer = await sendOrder(draft.current, bodyOf(form, items, total));
    if (answer.payment_url && Object.keys(answer.ecpay_form_data).length > 0) {
      postToCashier(answer.payment_url, answer.ecpay_form_data);
      return;
    }
    alert(t("shop.checkout.submitted", { id: answer.order_id }));
    navigate(paths.fragranceQuiz({ locale }));
  }

  return { fields, problems, hasConsented, consent, isProcessing, banner, total, confirm };
}

function useDelayedLogin() {
  const { locale } = useI18n();
  const [, navigate] = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => navigate(paths.login({ locale, from: paths.checkout({ locale }) })),
      signInAfterMs,
    );
  };
}
