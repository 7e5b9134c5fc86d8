/** A member's own second step: turned on and off with the password, from a signed-in browser. */
import { type SecondStep, recoveryCodesMade, sixDigits } from "#contract/auth";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import {
  decryptToken,
  encryptToken,
  randomBytes,
  sha256Hex,
  keyId,
} from "../../platform/crypto.ts";
import {
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  findSecondStep,
  replaceRecoveryCodes,
  selectSecondStep,
  acceptStep,
  useRecoveryCode,
  nextSealedOtherwise,
  replaceSecrets,
  type Resealed,
} from "../../store/second-steps.ts";
import { enforceLimit } from "../limits/enforce-limit.ts";
import { readAsLive } from "../sessions/get-live-session.ts";
import { Secret, TOTP } from "otpauth";

/** @throws ShopError `token_revoked` or `password_change_required`. */
export async function getSecondStep(deps: Deps, actor: MemberActor): Promise<SecondStep> {
  const {
    found: [on, [codes]],
  } = await readAsLive(deps, actor, {}, selectSecondStep(deps.db, actor.memberId));
  return { is_on: on.length === 1, recovery_codes_left: codes?.left ?? 0 };
}

/** @throws ShopError `second_step_on` where one is on already. */
export async function beginOwnSecondStep(deps: Deps, actor: MemberActor): Promise<string> {
  const { memberId } = actor;
  const secret = newSecret();
  const sealed = await encryptToken(deps.config.UPSTREAM_TOKEN_KEY, secret, memberId);
  const begun = await beginSecondStep(deps.db, {
    memberId,
    secret: sealed,
    createdAt: deps.now(),
  });
  if (!begun) throw new ShopError("second_step_on");
  return secret;
}

/** Turned on by the first code of the app. @returns its recovery codes. @throws ShopError `otp_wrong`, `second_step_off`, `second_step_on`. */
export async function confirmOwnSecondStep(
  deps: Deps,
  actor: MemberActor,
  code: string,
): Promise<string[]> {
  const { memberId } = actor;
  await enforceLimit(deps, "second-step:member", memberId);
  const begun = await findSecondStep(deps.db, memberId);
  if (begun === null) throw new ShopError("second_step_off");
  if (begun.confirmedAt !== null) throw new ShopError("second_step_on");
  const secret = await decryptToken(deps.config.UPSTREAM_TOKEN_KEY, begun.secret, memberId);
  if (secret === null) throw new ShopError("second_step_off");
  const step = stepOf(secret, code, deps.now());
  if (step === null) throw new ShopError("otp_wrong");
  const { codes, hashes } = await makeCodes(memberId);
  if (!(await confirmSecondStep(deps.db, begun, step, hashes, deps.now())))
    throw new ShopError("second_step_on");
  deps.log.info("second_step.on", { sessionId: actor.sessionId });
  return codes;
}

/** The codes before them end. @throws ShopError `second_step_off`. */
export async function renewRecoveryCodes(deps: Deps, actor: MemberActor): Promise<string[]> {
  const { codes, hashes } = await makeCodes(actor.memberId);
  if (!(await replaceRecoveryCodes(deps.db, actor.memberId, hashes)))
    throw new ShopError("second_step_off");
  deps.log.info("second_step.codes_renewed", { sessionId: actor.sessionId });
  return codes;
}

export async function endOwnSecondStep(deps: Deps, actor: MemberActor): Promise<void> {
  if (await endSecondStep(deps.db, actor.memberId))
    deps.log.info("second_step.off", { sessionId: actor.sessionId });
}

async function makeCodes(memberId: string) {
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map((code) => recoveryCodeHash(memberId, code)));
  return { codes, hashes };
}

/** 80 random bits each: their plain hashes cannot be tried out, and no change of a key takes them away. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesMade }, () =>
    [...new Secret({ buffer: randomBytes(10).buffer }).base32.matchAll(/.{4}/g)].join("-"),
  );
}

/** Differs between members for the same code. */
function recoveryCodeHash(memberId: string, code: string): Promise<string> {
  return sha256Hex(`${memberId}:${code.replaceAll("-", "").toUpperCase()}`);
}

/** Phones' clocks differ: the code before and the one after are right too. */
const window = 1;

/** 160 bits in base 32, which apps read. */
function newSecret(): string {
  return new Secret({ buffer: randomBytes(20).buffer }).base32;
}

/** The 30-second step that the code belongs to; null for a wrong code. */
function stepOf(secret: string, code: string, now: number): number | null {
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

const mostAtOnce = 200;

/** Sessions end, but secrets of second steps stay: after a change of the key they are sealed with the new one, some each minute. */
export async function resealSecrets(deps: Deps): Promise<void> {
  const keys = deps.config.UPSTREAM_TOKEN_KEY;
  const [current = ""] = keys.split(" ");
  const resealed: Resealed[] = [];
  for (const row of await nextSealedOtherwise(deps.db, await keyId(current), mostAtOnce)) {
    const secret = await decryptToken(keys, row.secret, row.memberId);
    if (secret === null) deps.log.error("second_step.unreadable", { count: 1 });
    else resealed.push({ row, sealed: await encryptToken(keys, secret, row.memberId) });
  }
  if (resealed.length > 0) await replaceSecrets(deps.db, resealed);
}
