import type { PaymentProvider } from "#contract/payment";
import { ecpay } from "./ecpay/method.ts";
import type { PaymentAdapter, PaymentMethod, Surroundings } from "./method.ts";

export const adapters: Readonly<Record<PaymentProvider, PaymentAdapter>> = { ecpay };

export type PaymentMethods = Readonly<Record<PaymentProvider, PaymentMethod>>;

export function openMethods(surroundings: Surroundings): PaymentMethods {
  return { ecpay: ecpay.open(surroundings) };
}
