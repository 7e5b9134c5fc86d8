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

/** A file may hold several, a line each: the present one, and those before it. @throws Refusal */
export function readKeys(text: string): JWK[] {
  try {
    const keys = text
      .trim()
      .split("\n")
      .map((line): JWK => JSON.parse(line));
    if (keys.every(({ crv, d }) => crv === "X25519" && d !== undefined)) return keys;
  } catch {
    // As below.
  }
  return refuse(2, "The file of --key holds something else than keys that --new-key made.");
}
