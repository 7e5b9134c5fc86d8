import * as z from "zod/mini";

export const paymentProviders = ["ecpay"] as const;
export type PaymentProvider = (typeof paymentProviders)[number];
export const usualProvider: PaymentProvider = "ecpay";

export const paymentEnvironments = ["stand-in", "stage", "production"] as const;
export type PaymentEnvironment = (typeof paymentEnvironments)[number];
interface EnvironmentFacts {
  isLocal: boolean;
  /** Its account is published: anybody can sign as the gateway. */
  isPublished: boolean;
  isRealMoney: boolean;
}
export const environments: Readonly<Record<PaymentEnvironment, EnvironmentFacts>> = {
  "stand-in": { isLocal: true, isPublished: false, isRealMoney: false },
  stage: { isLocal: false, isPublished: true, isRealMoney: false },
  production: { isLocal: false, isPublished: false, isRealMoney: true },
};

/** `checking`: signed by the gateway and not understood, so the shop asks it. */
const paymentOutcomes = ["success", "checking", "failed"] as const;
type Outcome = (typeof paymentOutcomes)[number];
/** Whether the page follows the order until it is settled, and what it says before it knows. */
export const outcomes: Readonly<Record<Outcome, { isFollowed: boolean; isSaidToBePaid: boolean }>> =
  {
    success: { isFollowed: true, isSaidToBePaid: true },
    checking: { isFollowed: true, isSaidToBePaid: false },
    failed: { isFollowed: false, isSaidToBePaid: false },
  };

/** The payload of `data` in the payment-result address. `expiry` is epoch milliseconds. */
export const paymentResult = z.object({
  expiry: z.int(),
  value: z.object({
    status: z.enum(paymentOutcomes),
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
