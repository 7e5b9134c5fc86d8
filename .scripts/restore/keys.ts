import { writeFileSync } from "node:fs";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { refuse, type Desk } from "../payment-desk.ts";

/** An existing file is never written over: it may be the only one that opens the copies of before. */
export async function makeKey(file: string, print: Desk["print"]): Promise<void> {
  const { privateKey } = await generateKeyPair("ECDH-ES", { crv: "X25519", extractable: true });
  const key = await exportJWK(privateKey);
  writeFileSync(file, `${JSON.stringify(key)}\n`, { mode: 0o600, flag: "wx" });
  print(`BACKUP_PUBLIC_KEY = "${key.x}"`);
}

/** @throws Refusal */
export function readKey(text: string): JWK {
  try {
    const key: JWK = JSON.parse(text);
    if (key.kty === "OKP" && key.crv === "X25519" && key.d !== undefined) return key;
  } catch {
    // As below.
  }
  return refuse(2, "The file of --key holds no key that --new-key made.");
}
