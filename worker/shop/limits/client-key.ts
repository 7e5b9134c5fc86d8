import { deriveKey, hmacHex } from "../../platform/crypto.ts";

/** Same key for every spelling of an address. Logs hold this keyed hash, never the address. */
export async function clientKeyOf(secret: string, canonicalAddress: string): Promise<string> {
  return (await hmacHex(await deriveKey(secret, "client-key"), canonicalAddress)).slice(0, 32);
}
