import * as z from "zod/mini";
import { paymentEnvironments } from "./payment.ts";

export const shopConfig = z.object({
  survey_id: z.string(),
  description_question_id: z.string(),
  label_category_id: z.string(),
  ecpay_environment: z.enum(paymentEnvironments),
  set_price: z.int(),
});
export type ShopConfig = z.infer<typeof shopConfig>;

export const health = z.object({
  version: z.string(),
  database: z.boolean(),
  content: z.boolean(),
  upstream: z.boolean(),
});
