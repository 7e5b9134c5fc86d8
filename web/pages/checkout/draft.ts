/** What was typed survives signing in, the cashier's back button and a reload of this tab. */
import type { CheckoutForm } from "./validation.ts";

const key = "checkout-draft";

export interface Draft {
  form: CheckoutForm;
  /** One order however often it is sent: the key lives as long as the cart and the form stay the same. */
  idempotencyKey: string;
  /** What the key stands for. */
  sealed: string | null;
}

export const emptyForm: CheckoutForm = {
  customer_name: "",
  customer_address: "",
  customer_phone: "",
  customer_email: "",
  customer_note: "",
  invoice_type: "B2C",
  tax_id: "",
};

export function readDraft(): Draft | null {
  const kept = sessionStorage.getItem(key);
  if (kept === null) return null;
  try {
    const draft = JSON.parse(kept) as Partial<Draft>;
    return {
      form: { ...emptyForm, ...draft.form },
      idempotencyKey: draft.idempotencyKey ?? newKey(),
      sealed: draft.sealed ?? null,
    };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function writeDraft(draft: Draft): void {
  sessionStorage.setItem(key, JSON.stringify(draft));
}

export function forgetDraft(): void {
  sessionStorage.removeItem(key);
}

export function newKey(): string {
  return crypto.randomUUID();
}
