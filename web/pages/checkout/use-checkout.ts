import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { CartItem } from "#contract/cart";
import { useI18n } from "../../i18n/translate.ts";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import type { Block } from "./CheckoutBlocked.tsx";
import { postToCashier } from "./post-to-cashier.ts";
import { readRefusal, type Banner } from "./read-refusal.ts";
import { bodyOf, sendOrder } from "./send-order.ts";
import { useBusyUntilBack } from "./use-busy-until-back.ts";
import { useFields } from "./use-fields.ts";

const signInAfterMs = 2_000;

export function useCheckout(items: CartItem[], onBlocked: (block: Block) => void) {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { draft, form, problems, refusals, change, check, refuse, hasConsented, setConsented } = useFields();
  const [isProcessing, setProcessing] = useBusyUntilBack();
  const [banner, setBanner] = useState<Banner | null>(null);
  const leaveForLogin = useLeavingForLogin();
  const total = items.reduce((sum, item) => sum + item.price, 0);

  const consent = (isTicked: boolean) => {
    setConsented(isTicked);
    if (isTicked) setBanner((current) => (current?.kind === "consent" ? null : current));
  };

  async function confirm() {
    setBanner(null);
    refuse({});
    if (!isAuthenticated) {
      setBanner({ kind: "sign_in" });
      return leaveForLogin();
    }
    if (!check()) return;
    if (!hasConsented) return setBanner({ kind: "consent" });
    setProcessing(true);
    try {
      await send();
    } catch (error) {
      setProcessing(false);
      const told = await readRefusal(error, items, total);
      if (told.fields) refuse(told.fields);
      if (told.banner) setBanner(told.banner);
      if (told.block) onBlocked(told.block);
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

  return { form, change, problems, refusals, hasConsented, consent, isProcessing, banner, total, confirm };
}

/** The shopper reads why before the page goes. */
function useLeavingForLogin() {
  const { locale } = useI18n();
  const [, navigate] = useLocation();
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  return () => {
    clearTimeout(leaving.current);
    leaving.current = setTimeout(() => navigate(paths.login({ locale, from: paths.checkout({ locale }) })), signInAfterMs);
  };
}
