import { emailPattern, phonePattern } from "#contract/fields";

/** What the shopper types at checkout; `tax_id` counts only for B2B. */
export interface CheckoutForm {
  customer_name: string;
  customer_address: string;
  customer_phone: string;
  customer_email: string;
  customer_note: string;
  invoice_type: "B2C" | "B2B";
  tax_id: string;
}

export const checkoutLimits = {
  customer_name: 100,
  customer_address: 200,
  customer_phone: 20,
  customer_email: 254,
  customer_note: 500,
} as const;

/** The text of a problem is `shop.checkout.errors.<problem>`. */
export type CheckoutProblem =
  | "name_required"
  | "address_required"
  | "phone_required"
  | "phone_invalid"
  | "email_required"
  | "email_invalid"
  | "tax_id_required"
  | "tax_id_digits";

export type CheckoutProblems = Partial<Record<keyof CheckoutForm, CheckoutProblem>>;

/** The first problem of each field; an empty answer means that the form can be sent. */
export function problemsOf(form: CheckoutForm): CheckoutProblems {
  const problems: CheckoutProblems = {};
  if (form.customer_name.trim() === "") problems.customer_name = "name_required";
  if (form.customer_address.trim() === "") problems.customer_address = "address_required";
  const phone = form.customer_phone.normalize("NFKC").trim();
  if (phone === "") problems.customer_phone = "phone_required";
  else if (!phonePattern.test(phone) || !/\d/.test(phone)) problems.customer_phone = "phone_invalid";
  const email = form.customer_email.normalize("NFKC").trim();
  if (email === "") problems.customer_email = "email_required";
  else if (!emailPattern.test(email)) problems.customer_email = "email_invalid";
  if (form.invoice_type === "B2B") {
    if (form.tax_id === "") problems.tax_id = "tax_id_required";
    else if (!/^\d{8}$/.test(form.tax_id)) problems.tax_id = "tax_id_digits";
  }
  return problems;
}

/** What the tax id field lets in: digits, full-width ones folded, eight at most. */
export function onlyTaxIdDigits(typed: string): string {
  return typed.normalize("NFKC").replaceAll(/\D/g, "").slice(0, 8);
}
