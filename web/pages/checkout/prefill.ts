import type { Member } from "#contract/member";
import { isPhone, isTaxId, type CheckoutForm } from "./validation.ts";

/** What the shopper has left empty comes from the profile, as far as the form takes it; the kind of invoice is theirs to choose. */
export function filledFrom(member: Member, form: CheckoutForm): CheckoutForm {
  const taxId = member.tax_id ?? "";
  return {
    ...form,
    customer_name: form.customer_name || member.full_name,
    customer_phone: form.customer_phone || phoneOf(member),
    customer_email: form.customer_email || member.email,
    tax_id: form.tax_id || (member.is_business && isTaxId(taxId) ? taxId : ""),
  };
}

/** With the dial code, unless the number begins with it or grows too long. */
export function phoneOf({ country_code, phone }: Pick<Member, "country_code" | "phone">): string {
  const number = (phone ?? "").normalize("NFKC").trim();
  const dialCode = country_code ?? "";
  const isWhole = number === "" || number.startsWith("+") || number.startsWith(dialCode.replace("+", ""));
  return [isWhole ? number : `${dialCode} ${number}`, number].find(isPhone) ?? "";
}
