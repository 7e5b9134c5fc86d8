/** The checkout form in this tab; it survives signing in, the cashier's back button, a reload. */
import type { CarrierType } from "#contract/checkout-body";
import { usualProvider } from "#contract/payment";
import { jsonIn, tabKeys, tabStorage } from "../stores/storage.ts";

export interface Draft {
  form: CheckoutForm;
  hasConsented: boolean;
  /** Null while a guest types, who may sign in to send it. */
  memberId: string | null;
  /** Stays the same while cart and form do, so that sending twice makes one order. */
  idempotencyKey: string;
  sealed: string | null;
  /** The order made from this draft: a second confirmation pays for it. */
  orderId: string | null;
}

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

export function newDraft(memberId: string | null = null): Draft {
  return {
    form: emptyForm,
    hasConsented: false,
    memberId,
    idempotencyKey: newKey(),
    sealed: null,
    orderId: null,
  };
}

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

export function newKey(): string {
  return crypto.randomUUID();
}
