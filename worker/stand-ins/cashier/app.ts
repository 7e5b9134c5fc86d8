import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { checkMacValue, type Fields } from "../../payments/ecpay/check-mac-value.ts";
import { cardOrderTwd, type Keys } from "../../payments/ecpay/vocabulary.ts";
import * as schema from "./schema.ts";

export interface Bindings {
  DB: D1Database;
  ECPAY_MERCHANT_ID: string;
  ECPAY_HASH_KEY: string;
  ECPAY_HASH_IV: string;
  /** The merchant's contract, as the shop has it. */
  ECPAY_CARD_ORDER_TWD?: string;
}
export interface App {
  Bindings: Bindings;
}

export type Database = DrizzleD1Database<typeof schema>;
export type Trade = typeof schema.trades.$inferSelect;
export type Action = typeof schema.actions.$inferSelect;
export type Delivery = typeof schema.deliveries.$inferSelect;

export function databaseOf(env: Bindings): Database {
  return drizzle(env.DB, { schema });
}

export function keysOf(env: Bindings): Keys {
  return { hashKey: env.ECPAY_HASH_KEY, hashIv: env.ECPAY_HASH_IV };
}

export function payableOf({ ECPAY_CARD_ORDER_TWD: contract }: Bindings) {
  const [min, max] = (contract ?? "").split("-").map(Number);
  return min && max ? { min, max } : cardOrderTwd;
}

/** Unencoded, as ECPay answers servers. */
export async function signedLine(env: Bindings, fields: Fields): Promise<string> {
  const signed = { ...fields, CheckMacValue: await checkMacValue(fields, keysOf(env)) };
  return Object.entries(signed)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}
