/** The checkout form in this tab; it survives signing in, the cashier's back button, a reload. */
import type { CarrierType } from "#contract/checkout-body";
import { usualProvider } from "#contract/payment";
import { jsonIn, tabKeys, tabStorage } from "../stores/storage.ts";

const key = tabKeys.checkout;

/** Nothing of its own is sent: it goes into the note. */
const noGift = { gift_message: "", without_prices: false };
export type Gift = typeof noGift;

/** `tax_id` counts only for B2B, the carrier only for B2C. */
export const emptyForm = {
  ...noGift,
  customer_name: "",
  customer_address: "",
  customer_phone: "",
  customer_email: "",
  customer_note: "",
  invoice_type: "B2C" as "B2C" | "B2B",
  tax_id: "",
  carrier_type: "" as "" | CarrierType,
  carrier_num: "",
  pay_type: usualProvider,
};
export type CheckoutForm = typeof emptyForm;

/** @param memberId - null while a guest types, who may sign in to send it. */
export function newDraft(memberId: string | null = null) {
  return {
    form: emptyForm,
    hasConsented: false,
    memberId,
    /** Stays the same while cart and form do, so that sending twice makes one order. */
    idempotencyKey: crypto.randomUUID() as string,
    sealed: null as string | null,
    /** The order made from this draft: a second confirmation pays for it. */
    orderId: null as string | null,
  };
}
export type Draft = ReturnType<typeof newDraft>;

export function readDraft(): Draft {
  const blank = newDraft();
  const draft = jsonIn(tabStorage.getItem(key)) as Partial<Draft> | null;
  return { ...blank, ...draft, form: { ...blank.form, ...draft?.form } };
}

export function writeDraft(draft: Draft): void {
  tabStorage.setItem(key, JSON.stringify(draft));
}

export function forgetDraft(): void {
  tabStorage.removeItem(key);
}
