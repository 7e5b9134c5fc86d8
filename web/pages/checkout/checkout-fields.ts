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
  const number = folded(phone ?? "");
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
  const parts = [
    form.customer_note,
    message && t("shop.checkout.gift.in_note.message", { message }),
    form.without_prices && t("shop.checkout.gift.in_note.no_prices"),
  ];
  return parts.filter(Boolean).join("\n");
}

type Mistakes = Partial<Record<keyof CheckoutForm, MessageKey>>;

export function mistakesIn(form: CheckoutForm, isListed = false): Mistakes {
  const mistakes: Mistakes = {};
  const { customer_name, customer_address, invoice_type, tax_id, carrier_type } = form;
  const [phone, email] = [folded(form.customer_phone), folded(form.customer_email)];
  if (customer_name.trim() === "") mistakes.customer_name = "shop.checkout.errors.name_required";
  const how = isListed ? "unchosen" : "required";
  if (customer_address.trim() === "")
    mistakes.customer_address = `shop.checkout.errors.address_${how}`;
  if (!isPhone(phone))
    mistakes.customer_phone = `shop.checkout.errors.phone_${phone === "" ? "required" : "invalid"}`;
  if (!emailPattern.test(email))
    mistakes.customer_email = `shop.checkout.errors.email_${email === "" ? "required" : "invalid"}`;
  if (invoiceTakes(invoice_type, "tax_id") && !isTaxId(tax_id))
    mistakes.tax_id = `shop.checkout.errors.tax_id_${tax_id === "" ? "required" : "digits"}`;
  const hasCarrier = carrier_type !== "" && invoiceTakes(invoice_type, "carrier_type");
  if (hasCarrier && !carrierPatterns[carrier_type].test(form.carrier_num))
    mistakes.carrier_num = `shop.checkout.errors.${carrier_type}_format`;
  return mistakes;
}

const folded = (text: string) => text.normalize("NFKC").trim();
const isPhone = (text: string) => phonePattern.test(text);
const isTaxId = (text: string) => taiwanTaxIdPattern.test(text);

const carrierLengths: Record<CarrierType, number> = { mobile_barcode: 8, citizen_certificate: 16 };

export function onlyCarrierSigns(typed: string, type: CarrierType): string {
  const upper = typed.normalize("NFKC").toUpperCase();
  return upper.replaceAll(/[^0-9A-Z+\-./]/g, "").slice(0, carrierLengths[type]);
}

export function onlyTaxIdDigits(typed: string): string {
  return typed.normalize("NFKC").replaceAll(/\D/g, "").slice(0, 8);
}
