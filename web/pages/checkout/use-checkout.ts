import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { CartItem } from "#contract/cart";
import { loadCart } from "../../api/cart.ts";
import { ApiError } from "../../api/client.ts";
import { useMember } from "../../api/member.ts";
import { placeOrder } from "../../api/orders.ts";
import { useI18n } from "../../i18n/translate.ts";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import { useCart } from "../../stores/cart.ts";
import { emptyForm, newKey, readDraft, writeDraft } from "./draft.ts";
import { postToCashier } from "./post-to-cashier.ts";
import { problemsOf, type CheckoutForm, type CheckoutProblems } from "./validation.ts";

/** What the page shows above the form: a text of its own, or a failure with a code. */
export type Banner =
  | { kind: "sign_in" }
  | { kind: "consent" }
  | { kind: "price_changed"; before: number; now: number }
  | { kind: "failed"; error: unknown };

export function useCheckout(items: CartItem[]) {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { data: member } = useMember(isAuthenticated);
  const [kept] = useState(() => readDraft() ?? { form: emptyForm, idempotencyKey: newKey(), sealed: null });
  const draft = useRef(kept);
  const [form, setForm] = useState<CheckoutForm>(kept.form);
  const [problems, setProblems] = useState<CheckoutProblems>({});
  const [hasConsented, setConsented] = useState(false);
  const [isProcessing, setProcessing] = useState(false);
  const [banner, setBanner] = useState<Banner | null>(null);
  const total = items.reduce((sum, item) => sum + item.price, 0);

  const change = (part: Partial<CheckoutForm>) => {
    setForm((current) => ({ ...current, ...part }));
    setProblems((current) => Object.fromEntries(Object.entries(current).filter(([name]) => !(name in part))));
  };

  useEffect(() => {
    draft.current = { ...draft.current, form };
    writeDraft(draft.current);
  }, [form]);

  // The profile fills only what the shopper has left empty.
  useEffect(() => {
    if (!member) return;
    setForm((current) => ({
      ...current,
      customer_name: current.customer_name || `${member.last_name}${member.first_name}`,
      customer_phone: current.customer_phone || [member.country_code, member.phone].filter(Boolean).join(" "),
      customer_email: current.customer_email || member.email,
      invoice_type: current.tax_id === "" && member.is_business && member.tax_id ? "B2B" : current.invoice_type,
      tax_id: current.tax_id || (member.is_business ? (member.tax_id ?? "") : ""),
    }));
  }, [member]);

  async function confirm() {
    setBanner(null);
    if (!isAuthenticated) {
      setBanner({ kind: "sign_in" });
      setTimeout(() => navigate(paths.login({ locale, from: paths.checkout({ locale }) })), 2_000);
      return;
    }
    const found = problemsOf(form);
    setProblems(found);
    const first = Object.keys(found)[0];
    if (first !== undefined) {
      document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    if (!hasConsented) {
      setBanner({ kind: "consent" });
      return;
    }
    setProcessing(true);
    try {
      await send();
    } catch (error) {
      setProcessing(false);
      setBanner(await bannerFor(error, total));
    }
  }

  async function send() {
    const body = {
      customer_name: form.customer_name,
      customer_address: form.customer_address,
      customer_phone: form.customer_phone,
      customer_email: form.customer_email,
      customer_note: form.customer_note,
      pay_type: "ecpay" as const,
      country: "TW" as const,
      currency: "TWD" as const,
      invoice_type: form.invoice_type,
      tax_id: form.invoice_type === "B2B" ? form.tax_id : "",
      cart_items: items.map(({ id }) => ({ id })),
      expected_total: total,
    };
    const sealed = JSON.stringify(body);
    if (draft.current.sealed !== sealed) draft.current = { form, sealed, idempotencyKey: newKey() };
    writeDraft(draft.current);
    const answer = await placeOrder(body, draft.current.idempotencyKey);
    if (answer.payment_url && Object.keys(answer.ecpay_form_data).length > 0) {
      postToCashier(answer.payment_url, answer.ecpay_form_data);
      return;
    }
    alert(t("shop.checkout.submitted", { id: answer.order_id }));
    navigate(paths.fragranceQuiz({ locale }));
  }

  return { form, change, problems, hasConsented, setConsented, isProcessing, banner, total, confirm };
}

/** A changed price brings the cart up to date, so that the next confirmation is about what is shown now. */
async function bannerFor(error: unknown, before: number): Promise<Banner> {
  if (!(error instanceof ApiError) || error.code !== "price_changed") return { kind: "failed", error };
  const cart = await loadCart().catch(() => useCart.getState().cart);
  return { kind: "price_changed", before, now: cart.totalPrice };
}
