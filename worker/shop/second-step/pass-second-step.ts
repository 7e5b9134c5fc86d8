import { sixDigits } from "#contract/auth";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { decryptToken, randomBytes } from "../../platform/crypto.ts";
import { acceptStep, findSecondStep, useRecoveryCode } from "../../store/second-steps.ts";
import { recoveryCodeHash } from "./manage-second-step.ts";
import { Secret, TOTP } from "otpauth";

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

/** Takes a code of the app or a recovery code, each once. @throws ShopError `otp_wrong`. */
export async function passSecondStep(deps: Deps, memberId: string, code: string): Promise<void> {
  const isRight = sixDigits.test(code)
    ? await isAppCode(deps, memberId, code)
    : await useRecoveryCode(deps.db, memberId, await recoveryCodeHash(memberId, code));
  if (!isRight) throw new ShopError("otp_wrong");
}

async function isAppCode(deps: Deps, memberId: string, code: string): Promise<boolean> {
  const row = await findSecondStep(deps.db, memberId);
  const secret = row && (await decryptToken(deps.config.UPSTREAM_TOKEN_KEY, row.secret, memberId));
  if (secret === null) return false;
  const step = stepOf(secret, code, deps.now());
  return step !== null && acceptStep(deps.db, memberId, step);
}
