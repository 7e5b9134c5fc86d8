import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { CartItem } from "#contract/cart";
import type { FieldErrorCode } from "#contract/errors";
import { loadCart } from "../../api/cart.ts";
import { ApiError } from "../../api/client.ts";
import { useI18n } from "../../i18n/translate.ts";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import { useCart } from "../../stores/cart.ts";
import type { Block } from "./CheckoutBlocked.tsx";
import { postToCashier } from "./post-to-cashier.ts";
import { bodyOf, sendOrder } from "./send-order.ts";
import { useDraft } from "./use-draft.ts";
import { problemsOf, type CheckoutForm, type CheckoutProblems } from "./validation.ts";

/** What the page shows above the confirm button: a text of its own, or a failure with a code. */
export type Banner =
  | { kind: "sign_in" }
  | { kind: "consent" }
  | { kind: "price_changed"; before: number; now: number }
  | { kind: "failed"; error: unknown };

export type Refusals = Partial<Record<string, FieldErrorCode>>;

const signInAfterMs = 2_000;

export function useCheckout(items: CartItem[], onBlocked: (block: Block) => void) {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { draft, form, setForm, hasConsented, setConsented } = useDraft();
  const [problems, setProblems] = useState<CheckoutProblems>({});
  const [refusals, setRefusals] = useState<Refusals>({});
  const [isProcessing, setProcessing] = useState(false);
  const [banner, setBanner] = useState<Banner | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const total = items.reduce((sum, item) => sum + item.price, 0);
  // What the profile has filled meanwhile is no problem any more.
  const present = problemsOf(form);
  const shown = Object.fromEntries(
    Object.entries(problems).filter(([name, problem]) => present[name as keyof CheckoutForm] === problem),
  ) as CheckoutProblems;

  useEffect(() => {
    // The cashier's back button may bring the page back as it was left, still busy.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) setProcessing(false);
    };
    window.addEventListener("pageshow", comeBack);
    return () => {
      window.removeEventListener("pageshow", comeBack);
      clearTimeout(leaving.current);
    };
  }, []);

  const change = (part: Partial<CheckoutForm>) => {
    setForm((current) => ({ ...current, ...part }));
    setProblems((current) => without(current, part));
    setRefusals((current) => without(current, part));
  };

  const consent = (isTicked: boolean) => {
    setConsented(isTicked);
    if (isTicked) setBanner((current) => (current?.kind === "consent" ? null : current));
  };

  async function confirm() {
    setBanner(null);
    setRefusals({});
    if (!isAuthenticated) {
      setBanner({ kind: "sign_in" });
      clearTimeout(leaving.current);
      leaving.current = setTimeout(() => navigate(paths.login({ locale, from: paths.checkout({ locale }) })), signInAfterMs);
      return;
    }
    setProblems(present);
    if (Object.keys(present).length > 0) return focusFirst(Object.keys(present));
    if (!hasConsented) return setBanner({ kind: "consent" });
    setProcessing(true);
    try {
      await send();
    } catch (error) {
      setProcessing(false);
      await tell(error);
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

  /** What was refused is said where it belongs; cart and form stay as they are. */
  async function tell(error: unknown) {
    if (!(error instanceof ApiError)) return setBanner({ kind: "failed", error });
    switch (error.code) {
      case "price_changed": {
        // The cart is brought up to date, so that the next confirmation is about what is shown now.
        const cart = await loadCart().catch(() => useCart.getState().cart);
        return setBanner({ kind: "price_changed", before: total, now: cart.totalPrice });
      }
      case "too_many_samples":
        return onBlocked({ reason: "too_many_samples", count: items.filter((item) => item.surveyResponseId !== null).length });
      case "active_sample_order":
        return onBlocked({ reason: "active_sample_order" });
      case "cart_empty":
        return void (await loadCart().catch(() => useCart.getState().forget()));
      default:
        setRefusals(error.fields ?? {});
        setBanner({ kind: "failed", error });
        focusFirst(Object.keys(error.fields ?? {}));
    }
  }

  return { form, change, problems: shown, refusals, hasConsented, consent, isProcessing, banner, total, confirm };
}

function without<Named extends object>(current: Named, part: object): Named {
  return Object.fromEntries(Object.entries(current).filter(([name]) => !(name in part))) as Named;
}

/** The first on the page, whatever order they were found in. */
export function focusFirst(names: readonly string[]): void {
  if (names.length === 0) return;
  document.querySelector<HTMLElement>(names.map((name) => `[name="${CSS.escape(name)}"]`).join(","))?.focus();
}
