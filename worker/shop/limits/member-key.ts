import type { Deps } from "../../deps.ts";
import { deriveKey, hmacHex } from "../../platform/crypto.ts";

/** Same key for every spelling of an e-mail address. Tables and logs hold this keyed hash, never the address. */
export async function memberKeyOf(deps: Deps, email: string): Promise<string> {
  const canonical = email.normalize("NFKC").trim().toLowerCase();
  return (
    await hmacHex(await deriveKey(deps.config.SESSION_SECRET, "member-key"), canonical)
  ).slice(0, 32);
}
