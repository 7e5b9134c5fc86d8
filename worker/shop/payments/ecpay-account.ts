import type { Keys } from "#ecpay/vocabulary";
import type { Deps } from "../../deps.ts";

/** The merchant of this environment and the keys it signs with. */
export function ecpayAccount({ config }: Deps): { merchantId: string; keys: Keys } {
  return { merchantId: config.ECPAY_MERCHANT_ID, keys: { hashKey: config.ECPAY_HASH_KEY, hashIv: config.ECPAY_HASH_IV } };
}
