/** How a member signs in, and where they are signed in. */
import { mutate } from "swr";
import {
  passwordPolicy,
  recoveryCodesAnswer,
  secondStepAnswer,
  secondStepSecret,
  sessionList,
} from "#contract/auth";
import { api } from "./client.ts";
import { useRead } from "./read.ts";

export const usePasswordPolicy = () =>
  useRead("/auth/password-policy", passwordPolicy, {
    revalidateOnFocus: false,
    shouldRetryOnError: true,
  });

export function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  return api.send("POST", "/auth/change-password", {
    json: { old_password: oldPassword, new_password: newPassword, confirm_password: newPassword },
  });
}

const sessions = "/auth/sessions";

export const useSessions = () => useRead(sessions, sessionList);

/** @param id - all the others without it. */
export async function endSessions(password: string, id?: string): Promise<void> {
  await api.send("DELETE", id === undefined ? sessions : `${sessions}/${id}`, {
    json: { password },
  });
  await mutate(sessions);
}

const secondStep = "/auth/second-step";

export const useSecondStep = () => useRead(secondStep, secondStepAnswer);

/** @returns the secret for the authenticator app; nothing is on until its first code. */
export async function beginSecondStep(password: string): Promise<string> {
  const json = { password };
  return (await api.send("POST", secondStep, { json, schema: secondStepSecret })).secret;
}

/** @returns the recovery codes. */
export const confirmSecondStep = (code: string) => codesFrom("confirm", { code });
export const renewRecoveryCodes = (password: string) => codesFrom("recovery-codes", { password });

export async function turnSecondStepOff(password: string): Promise<void> {
  await api.send("POST", `${secondStep}/off`, { json: { password } });
  await mutate(secondStep);
}

async function codesFrom(verb: string, json: Record<string, string>): Promise<string[]> {
  const answer = await api.send("POST", `${secondStep}/${verb}`, {
    json,
    schema: recoveryCodesAnswer,
  });
  await mutate(secondStep);
  return answer.recovery_codes;
}
