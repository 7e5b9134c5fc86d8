/** A gateway's message word for word, for disputes. It names a card's last digits, so only an operator with the key reads it. */
import { decryptToken, encryptToken, sha256Hex } from "../../platform/crypto.ts";

export interface SealedNotice {
  /** The same message twice is one row. */
  id: string;
  sealed: string;
}

/** `keys`: the first seals. Bound to its trade: copied to another row it does not open. */
export async function sealNotice(
  keys: string,
  body: string,
  merchantTradeNo: string,
): Promise<SealedNotice> {
  return {
    id: await sha256Hex(body),
    sealed: await encryptToken(keys, body, merchantTradeNo, "payment-notice"),
  };
}

/** Null when none of the keys opens it. */
export function openNotice(
  keys: string,
  sealed: string,
  merchantTradeNo: string,
): Promise<string | null> {
  return decryptToken(keys, sealed, merchantTradeNo, "payment-notice");
}
