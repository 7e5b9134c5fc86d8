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
import { bodyOf, sendOrder } from "./send-order.ts";
import { useCheckoutForm } from "./use-checkout-form.ts";

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
