import { sixDigits } from "#contract/second-step";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { decryptToken } from "../../platform/crypto.ts";
import { acceptStep, findSecondStep, useRecoveryCode } from "../../store/second-steps.ts";
import { stepOf } from "./authenticator.ts";
import { recoveryCodeHash } from "./recovery-codes.ts";

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
