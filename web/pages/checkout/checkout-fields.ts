import type { Member, ShippingAddress } from "#contract/member";
import { t, type MessageKey } from "../../i18n/translate.ts";
import type { CheckoutForm, Gift } from "../../payment/checkout-draft.ts";
import { carrierPatterns, invoiceTakes, type CarrierType } from "#contract/checkout-body";
import { emailPattern, phonePattern, taiwanTaxIdPattern } from "#contract/fields";

/** Fills empty fields from the profile where its value is valid here; the invoice type stays. */
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

/** With the dial code for the trunk zero, unless it is there already or the number gets too long. */
export function phoneOf({ country_code, phone }: Pick<Member, "country_code" | "phone">): string {
  const number = (phone ?? "").normalize("NFKC").trim();
  const dialCode = country_code ?? "";
  const isWhole = /^(\+|00)/.test(number) || number.startsWith(dialCode.replace("+", ""));
  const national = keepsZero.includes(dialCode) ? number : number.replace(/^(\D*)0/, "$1");
  return [isWhole ? number : `${dialCode} ${national}`, number].find(isPhone) ?? "";
}

export const isGift = ({ gift_message, without_prices }: Gift): boolean =>
  without_prices || gift_message.trim() !== "";

/** The shopper's own words, and below them what a gift asks for: there is no other field for it. */
export function noteOf(form: Gift & Pick<CheckoutForm, "customer_note">): string {
  const message = form.gift_message.trim();
  const wishes = [
    message === "" ? "" : t("shop.checkout.gift.in_note.message", { message }),
    form.without_prices ? t("shop.checkout.gift.in_note.no_prices") : "",
  ];
  return [form.customer_note, ...wishes].filter((part) => part !== "").join("\n");
}

type ProblemIn<Key> = Key extends `shop.checkout.errors.${infer Problem}` ? Problem : never;
export type CheckoutProblems = Partial<Record<keyof CheckoutForm, ProblemIn<MessageKey>>>;

export function problemsOf(form: CheckoutForm, isListed = false): CheckoutProblems {
  const problems: CheckoutProblems = {};
  if (form.customer_name.trim() === "") problems.customer_name = "name_required";
  if (form.customer_address.trim() === "")
    problems.customer_address = isListed ? "address_unchosen" : "address_required";
  const phone = form.customer_phone.normalize("NFKC").trim();
  if (phone === "") problems.customer_phone = "phone_required";
  else if (!isPhone(phone)) problems.customer_phone = "phone_invalid";
  const email = form.customer_email.normalize("NFKC").trim();
  if (email === "") problems.customer_email = "email_required";
  else if (!emailPattern.test(email)) problems.customer_email = "email_invalid";
  if (invoiceTakes(form.invoice_type, "tax_id")) {
    if (form.tax_id === "") problems.tax_id = "tax_id_required";
    else if (!isTaxId(form.tax_id)) problems.tax_id = "tax_id_digits";
  }
  if (
    invoiceTakes(form.invoice_type, "carrier_type") &&
    form.carrier_type !== "" &&
    !carrierPatterns[form.carrier_type].test(form.carrier_num)
  )
    problems.carrier_num = `${form.carrier_type}_format`;
  return problems;
}

const isPhone = (text: string) => phonePattern.test(text);
const isTaxId = (text: string) => taiwanTaxIdPattern.test(text);

const carrierLengths: Record<CarrierType, number> = { mobile_barcode: 8, citizen_certificate: 16 };

export function onlyCarrierSigns(typed: string, type: CarrierType): string {
  return typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^0-9A-Z+\-./]/g, "")
    .slice(0, carrierLengths[type]);
}

export function onlyTaxIdDigits(typed: string): string {
  return typed.normalize("NFKC").replaceAll(/\D/g, "").slice(0, 8);
}
