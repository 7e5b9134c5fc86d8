import { recoveryCodesMade } from "#contract/second-step";
import { Secret } from "otpauth";
import { randomBytes, sha256Hex } from "../../platform/crypto.ts";

/** 80 random bits each: their plain hashes cannot be tried out, and no change of a key takes them away. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesMade }, () =>
    [...new Secret({ buffer: randomBytes(10).buffer }).base32.matchAll(/.{4}/g)].join("-"),
  );
}

/** Differs between members for the same code. */
export function recoveryCodeHash(memberId: string, code: string): Promise<string> {
  return sha256Hex(`${memberId}:${code.replaceAll("-", "").toUpperCase()}`);
}
