import * as z from "zod/mini";
import { bottleItems } from "./bottles.ts";
import { concentrations } from "./cart.ts";
import { delivery } from "./delivery.ts";
import { paymentEnvironments, usualProvider } from "./payment.ts";

export const shopConfig = z.object({
  survey_id: z.string(),
  description_question_id: z.string(),
  label_category_id: z.string(),
  concentration_items: z.record(z.string(), z.enum(concentrations)),
  bottle_items: z._default(bottleItems, {}),
  ecpay_environment: z.enum(paymentEnvironments),
  /** Gateways that may be chosen; a page from before a deployment passes over new ones. */
  pay_types: z._default(z.array(z.string()), [usualProvider]),
  set_price: z.int(),
  payable_twd: z.object({ min: z.int(), max: z.int() }),
  delivery,
});
export type ShopConfig = z.infer<typeof shopConfig>;

/** `needs_sign_in`, `refused`: it answers, but not without a token, or not this. `down`: outage. */
const reading = z.enum(["read", "needs_sign_in", "refused", "unreadable", "down"]);
export type Reading = z.infer<typeof reading>;
export const isUp = (found: Reading) => found !== "down";
export const isRead = (found: Reading) => found === "read";

export const health = z.object({
  version: z.string(),
  /** Cloudflare's id of what answers, and when it was uploaded; null where nothing was deployed. */
  deployment: z.nullable(z.object({ id: z.string(), at: z.string() })),
  database: z.boolean(),
  content: z.boolean(),
  upstream: z.boolean(),
  upstream_ms: z.int(),
  upstream_reads: z.object({
    password_policy: reading,
    survey: reading,
    reorder_settings: reading,
    /** A read with the shop's own credential; null when none is configured. */
    service_credential: z.nullable(reading),
  }),
  payment_events: z.enum(["on", "off"]),
  /** When it last came to its end; null before the first time. Late after three minutes. */
  schedule: z.object({ finished_at: z.nullable(z.string()), is_late: z.boolean() }),
});
export type Health = z.infer<typeof health>;
