/** What a checkout sends. Apart from its answer, so that the page does not load a schema that only the Worker uses. */
import * as z from "zod/mini";
import { maxCartItems } from "./cart.ts";
import { email, id, phone, requiredLine, text, whole } from "./fields.ts";
import { maxSumTwd } from "./money.ts";
import { paymentProviders } from "./payment.ts";

/** Without a carrier the personal invoice goes to the e-mail address. */
const carrierTypes = ["mobile_barcode", "citizen_certificate"] as const;
export type CarrierType = (typeof carrierTypes)[number];
/** The Ministry of Finance's formats: a slash and seven characters; two letters and fourteen digits. */
export const carrierPatterns: Record<CarrierType, RegExp> = {
  mobile_barcode: /^\/[0-9A-Z+\-.]{7}$/,
  citizen_certificate: /^[A-Z]{2}\d{14}$/,
};

/** `id` is the order's key, `order_id` its number. */
export const checkoutAnswer = z.object({
  id: z.string(),
  order_id: z.string(),
  ecpay_form_data: z.record(z.string(), z.string()),
  payment_url: z.string(),
  payment_redirect_url: z.optional(z.string()),
});
export type CheckoutAnswer = z.infer<typeof checkoutAnswer>;

export const payOrderBody = z.strictObject({ pay_type: z.optional(z.enum(paymentProviders)) });
export type PayOrderBody = z.infer<typeof payOrderBody>;

const invoiceTypes = ["B2C", "B2B", "DONATE"] as const;
export type InvoiceType = (typeof invoiceTypes)[number];
type InvoiceField = "tax_id" | "carrier_type" | "carrier_num" | "love_code";
interface InvoiceFacts {
  takes: readonly InvoiceField[];
  needs?: { field: InvoiceField; or: "required" | "donation_code_required" };
}
const invoices: Readonly<Record<InvoiceType, InvoiceFacts>> = {
  B2C: { takes: ["carrier_type", "carrier_num"] },
  B2B: { takes: ["tax_id"], needs: { field: "tax_id", or: "required" } },
  DONATE: { takes: ["love_code"], needs: { field: "love_code", or: "donation_code_required" } },
};
export const invoiceTakes = (type: InvoiceType, field: InvoiceField): boolean =>
  invoices[type].takes.includes(field);

export const checkoutLimits = {
  customer_name: 100,
  customer_address: 200,
  customer_phone: 20,
  customer_email: 254,
  customer_note: 500,
} as const;

/** The rest of a documented cart item is the server's to know, and ignored. */
const orderedItem = z.object({ id, price: z.optional(whole(0, maxSumTwd)) });

/** What `cart_items` or `expected_total` say of prices is compared, never charged. */
export const checkoutBody = z
  .strictObject({
    customer_name: requiredLine(checkoutLimits.customer_name),
    customer_address: requiredLine(checkoutLimits.customer_address),
    customer_phone: phone,
    customer_email: email,
    customer_note: z.optional(text(checkoutLimits.customer_note)),
    pay_type: z.enum(paymentProviders),
    country: z.literal("TW"),
    currency: z.literal("TWD"),
    invoice_type: z.enum(invoiceTypes),
    tax_id: z.optional(z.string().check(z.regex(/^(\d{8})?$/, "invalid_tax_id"))),
    carrier_type: z.optional(z.enum(["", ...carrierTypes])),
    carrier_num: z.optional(z.string().check(z.maxLength(16))),
    love_code: z.optional(z.string().check(z.regex(/^(\d{3,7}|X\d{2,6})?$/, "invalid"))),
    cart_items: z.array(orderedItem).check(z.minLength(1), z.maxLength(maxCartItems)),
    expected_total: z.optional(whole(1, maxSumTwd)),
  })
  .check((context) => {
    const form = context.value;
    const refuse = (path: string, code: string) =>
      context.issues.push({ code: "custom", input: form, path: [path], message: code });
    const { needs } = invoices[form.invoice_type];
    if (needs !== undefined && !form[needs.field]) refuse(needs.field, needs.or);
    if (form.carrier_type && !carrierPatterns[form.carrier_type].test(form.carrier_num ?? ""))
      refuse("carrier_num", "invalid");
  });
export type CheckoutBody = z.infer<typeof checkoutBody>;
