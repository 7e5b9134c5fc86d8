import * as z from "zod/mini";

export const paymentEnvironments = ["stand-in", "stage", "production"] as const;

/** What `data` of the payment-result address holds. `expiry` is epoch milliseconds. */
export const paymentResult = z.object({
  expiry: z.int(),
  value: z.object({
    status: z.enum(["success", "failed"]),
    /** The number that people see. */
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
