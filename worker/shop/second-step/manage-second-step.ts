/** A member's own second step: turned on and off with the password, from a signed-in browser. */
import { type SecondStep, recoveryCodesMade, sixDigits } from "#contract/auth";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import * as crypto from "../../platform/crypto.ts";
import * as store from "../../store/second-steps.ts";
import { enforceLimit } from "../limits/enforce-limit.ts";
import { readAsLive } from "../sessions/as-member.ts";
import { Secret, TOTP } from "otpauth";

export async function getSecondStep(deps: Deps, actor: MemberActor): Promise<SecondStep> {
  const read = store.selectSecondStep(deps.db, actor.memberId);
  const [[on]] = (await readAsLive(deps, actor, {}, [read])).found;
  return { is_on: on !== undefined, recovery_codes_left: on?.codesLeft ?? 0 };
}

export async function beginOwnSecondStep(deps: Deps, actor: MemberActor): Promise<string> {
  const { memberId } = actor;
  const secret = newSecret(20);
  const sealed = await crypto.encryptToken(deps.config.UPSTREAM_TOKEN_KEY, secret, memberId);
  const row = { memberId, secret: sealed, createdAt: deps.now() };
  if (!(await store.beginSecondStep(deps.db, row))) throw new ShopError("second_step_on");
  return secret;
}

/** Turned on by the first code of the app. @returns its recovery codes. */
export async function confirmOwnSecondStep(deps: Deps, actor: MemberActor, code: string) {
  const { memberId } = actor;
  await enforceLimit(deps, "second-step:member", memberId);
  const begun = await store.findSecondStep(deps.db, memberId);
  if (begun === null) throw new ShopError("second_step_off");
  if (begun.confirmedAt !== null) throw new ShopError("second_step_on");
  const secret = await openSecret(deps, begun);
  if (secret === null) throw new ShopError("second_step_off");
  const step = stepOf(secret, code, deps.now());
  if (step === null) throw new ShopError("otp_wrong");
  const { codes, hashes } = await makeCodes(memberId);
  if (!(await store.confirmSecondStep(deps.db, begun, step, hashes, deps.now())))
    throw new ShopError("second_step_on");
  deps.log.info("second_step.on", { sessionId: actor.sessionId });
  return codes;
}

/** The codes before them end. */
export async function renewRecoveryCodes(deps: Deps, actor: MemberActor): Promise<string[]> {
  const { codes, hashes } = await makeCodes(actor.memberId);
  if (!(await store.replaceRecoveryCodes(deps.db, actor.memberId, hashes)))
    throw new ShopError("second_step_off");
  deps.log.info("second_step.codes_renewed", { sessionId: actor.sessionId });
  return codes;
}

export async function endOwnSecondStep(deps: Deps, actor: MemberActor): Promise<void> {
  if (await store.endSecondStep(deps.db, actor.memberId))
    deps.log.info("second_step.off", { sessionId: actor.sessionId });
}

/** Of 80 random bits each, so that their plain hashes cannot be tried out. */
async function makeCodes(memberId: string) {
  const codes = Array.from({ length: recoveryCodesMade }, () =>
    [...newSecret(10).matchAll(/.{4}/g)].join("-"),
  );
  const hashes = await Promise.all(codes.map((code) => recoveryCodeHash(memberId, code)));
  return { codes, hashes };
}

function recoveryCodeHash(memberId: string, code: string): Promise<string> {
  return crypto.sha256Hex(`${memberId}:${code.replaceAll("-", "").toUpperCase()}`);
}

/** Phones' clocks differ: the code before and the one after are right too. */
const window = 1;

/** In base 32, which apps read. */
function newSecret(bytes: number): string {
  return new Secret({ buffer: crypto.randomBytes(bytes).buffer }).base32;
}

function openSecret({ config }: Deps, row: store.SealedSecret): Promise<string | null> {
  return crypto.decryptToken(config.UPSTREAM_TOKEN_KEY, row.secret, row.memberId);
}

/** The 30-second step that the code belongs to; null for a wrong code. */
function stepOf(secret: string, token: string, timestamp: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const distance = totp.validate({ token, timestamp, window });
  return distance === null ? null : totp.counter({ timestamp }) + distance;
}

/** Takes a code of the app or a recovery code, each once. @throws ShopError `otp_wrong`. */
export async function passSecondStep(deps: Deps, memberId: string, code: string): Promise<void> {
  const isRight = sixDigits.test(code)
    ? await isAppCode(deps, memberId, code)
    : await store.useRecoveryCode(deps.db, memberId, await recoveryCodeHash(memberId, code));
  if (!isRight) throw new ShopError("otp_wrong");
}

async function isAppCode(deps: Deps, memberId: string, code: string): Promise<boolean> {
  const row = await store.findSecondStep(deps.db, memberId);
  const secret = row && (await openSecret(deps, row));
  const step = secret && stepOf(secret, code, deps.now());
  return typeof step === "number" && store.acceptStep(deps.db, memberId, step);
}

const mostAtOnce = 200;

/** Seals secrets with the new key after a change of it, some each minute: they never end. */
export async function resealSecrets(deps: Deps): Promise<void> {
  const keys = deps.config.UPSTREAM_TOKEN_KEY;
  const [current = ""] = keys.split(" ");
  const resealed: Parameters<typeof store.replaceSecrets>[1][number][] = [];
  const currentId = await crypto.keyId(current);
  for (const row of await store.nextSealedOtherwise(deps.db, currentId, mostAtOnce)) {
    const secret = await openSecret(deps, row);
    if (secret === null) deps.log.error("second_step.unreadable", { count: 1 });
    else resealed.push({ row, sealed: await crypto.encryptToken(keys, secret, row.memberId) });
  }
  if (resealed.length > 0) await store.replaceSecrets(deps.db, resealed);
}
