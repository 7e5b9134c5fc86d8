import useSWR, { mutate } from "swr";
import { recoveryCodesAnswer, secondStepAnswer, secondStepSecret } from "#contract/auth";
import { api } from "./client.ts";

const path = "/auth/second-step";

export function useSecondStep() {
  return useSWR(path, () => api.get(path, secondStepAnswer), { shouldRetryOnError: false });
}

/** @returns the secret for the authenticator app; nothing is on until its first code. */
export async function beginSecondStep(password: string): Promise<string> {
  const { secret } = await api.send("POST", path, { json: { password }, schema: secondStepSecret });
  return secret;
}

/** @returns the recovery codes. */
export async function confirmSecondStep(code: string): Promise<string[]> {
  return codesFrom("confirm", { code });
}

export async function renewRecoveryCodes(password: string): Promise<string[]> {
  return codesFrom("recovery-codes", { password });
}

export async function turnSecondStepOff(password: string): Promise<void> {
  await api.send("POST", `${path}/off`, { json: { password } });
  await mutate(path);
}

async function codesFrom(verb: string, json: Record<string, string>): Promise<string[]> {
  const answer = await api.send("POST", `${path}/${verb}`, { json, schema: recoveryCodesAnswer });
  await mutate(path);
  return answer.recovery_codes;
}
