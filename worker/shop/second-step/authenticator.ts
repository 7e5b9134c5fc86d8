/** Codes of an authenticator app: RFC 6238 with what every app knows, SHA-1, six digits, 30 seconds. */
import { Secret, TOTP } from "otpauth";
import { randomBytes } from "../../platform/crypto.ts";

/** Phones' clocks differ: the code before and the one after are right too. */
const window = 1;

/** 160 bits in base 32, which apps read. */
export function newSecret(): string {
  return new Secret({ buffer: randomBytes(20).buffer }).base32;
}

/** The 30-second step that the code belongs to; null for a wrong code. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const distance = totp.validate({ token: code, timestamp: now, window });
  return distance === null ? null : totp.counter({ timestamp: now }) + distance;
}
