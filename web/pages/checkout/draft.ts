/** What was typed survives signing in, the cashier's back button and a reload of this tab. */
import { tabKeys, tabStorage } from "../../stores/storage.ts";
import type { CheckoutForm } from "./validation.ts";

const key = tabKeys.checkout;

export interface Draft {
  form: CheckoutForm;
  hasConsented: boolean;
  /** Whose draft it is: null while a guest types, who may sign in to send it. */
  memberId: string | null;
  /** One order however often it is sent: the key lives as long as the cart and the form stay the same. */
  idempotencyKey: string;
  /** What the key stands for. */
  sealed: string | null;
  /** The order that came of it, once there is one: it is paid for again rather than made again. */
  orderId: string | null;
}

export const emptyForm: CheckoutForm = {
  customer_name: "",
  customer_address: "",
  customer_phone: "",
  customer_email: "",
  customer_note: "",
  invoice_type: "B2C",
  tax_id: "",
  carrier_type: "",
  carrier_num: "",
};

export function newDraft(memberId: string | null = null): Draft {
  return { form: emptyForm, hasConsented: false, memberId, idempotencyKey: newKey(), sealed: null, orderId: null };
}

export function readDraft(): Draft {
  const blank = newDraft();
  const kept = tabStorage.getItem(key);
  if (kept === null) return blank;
  try {
    const draft = JSON.parse(kept) as Partial<Draft>;
    return { ...blank, ...draft, form: { ...blank.form, ...draft.form } };
  } catch (error) {
    if (error instanceof SyntaxError) return blank;
    throw error;
  }
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
