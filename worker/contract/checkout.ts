import * as z from "zod/mini";

/** Without a carrier the personal invoice goes to the e-mail address. */
export const carrierTypes = ["mobile_barcode", "citizen_certificate"] as const;
export type CarrierType = (typeof carrierTypes)[number];
/** The Ministry of Finance's formats: a slash and seven characters; two letters and fourteen digits. */
export const carrierPatterns: Record<CarrierType, RegExp> = {
  mobile_barcode: /^\/[0-9A-Z+\-.]{7}$/,
  citizen_certificate: /^[A-Z]{2}\d{14}$/,
};

/** `id` is the order's key, `order_id` its number. The page itself posts `ecpay_form_data` to `payment_url`. */
export const checkoutAnswer = z.object({
  id: z.string(),
  order_id: z.string(),
  ecpay_form_data: z.record(z.string(), z.string()),
  payment_url: z.string(),
});
export type CheckoutAnswer = z.infer<typeof checkoutAnswer>;

export const payOrderBody = z.strictObject({});
