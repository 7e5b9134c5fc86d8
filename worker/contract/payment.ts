import * as z from "zod/mini";

/** Gateways, as `pay_type` of a checkout names them. */
export const paymentProviders = ["ecpay"] as const;
export type PaymentProvider = (typeof paymentProviders)[number];
/** For orders that name none. */
export const usualProvider: PaymentProvider = "ecpay";

export const paymentEnvironments = ["stand-in", "stage", "production"] as const;
export type PaymentEnvironment = (typeof paymentEnvironments)[number];

/**
 * The payload of `data` in the payment-result address. `expiry` is epoch milliseconds. `checking`: signed by the gateway and not
 * understood, so the shop asks it.
 */
export const paymentResult = z.object({
  expiry: z.int(),
  value: z.object({
    status: z.enum(["success", "checking", "failed"]),
    orderId: z.string(),
    order_date: z.string(),
    amount: z.int(),
    currency: z.string(),
    customer_name: z.string(),
    customer_phone: z.string(),
    customer_address: z.string(),
  }),
});
export type PaymentResult = z.infer<typeof paymentResult>;
