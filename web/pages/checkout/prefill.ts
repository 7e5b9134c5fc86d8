import type { Member, ShippingAddress } from "#contract/member";
import type { CheckoutForm } from "../../payment/checkout-draft.ts";
import { isPhone, isTaxId } from "./validation.ts";

/** Fills empty fields from the profile, where the profile's value is valid here; the invoice type stays. */
export function filledFrom(
  member: Member,
  saved: readonly ShippingAddress[],
  form: CheckoutForm,
): CheckoutForm {
  const taxId = member.tax_id ?? "";
  return {
    ...form,
    customer_name: form.customer_name || member.full_name,
    customer_address: form.customer_address || usualOf(member, saved),
    customer_phone: form.customer_phone || phoneOf(member),
    customer_email: form.customer_email || member.email,
    tax_id: form.tax_id || (member.is_business !== false && isTaxId(taxId) ? taxId : ""),
  };
}

/** The only one there is; of several, the one that the profile names too. */
function usualOf({ address }: Member, saved: readonly ShippingAddress[]): string {
  const usual = saved.length === 1 ? saved[0] : saved.find((entry) => entry.address === address);
  return usual?.address ?? "";
}

/** Italian numbers keep their zero when dialled from abroad. */
const keepsZero: readonly string[] = ["+39"];

/** With the dial code in place of the trunk zero, unless the number already begins with it or becomes too long. */
export function phoneOf({ country_code, phone }: Pick<Member, "country_code" | "phone">): string {
  const number = (phone ?? "").normalize("NFKC").trim();
  const dialCode = country_code ?? "";
  const isWhole =
    number === "" || /^(\+|00)/.test(number) || number.startsWith(dialCode.replace("+", ""));
  const national = keepsZero.includes(dialCode) ? number : number.replace(/^(\D*)0/, "$1");
  return [isWhole ? number : `${dialCode} ${national}`, number].find(isPhone) ?? "";
}
