import * as contract from "#contract/auth";
import { api, change, useRead } from "./client.ts";

export const usePasswordPolicy = () =>
  useRead("/auth/password-policy", contract.passwordPolicy, {
    revalidateOnFocus: false,
    shouldRetryOnError: true,
  });

export function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  return api.send("POST", "/auth/change-password", {
    json: { old_password: oldPassword, new_password: newPassword, confirm_password: newPassword },
  });
}

const sessions = "/auth/sessions";

export const useSessions = () => useRead(sessions, contract.sessionList);

export const endSessions = (password: string, id?: string) =>
  change(sessions, "DELETE", { at: id === undefined ? "" : `/${id}`, json: { password } });

const secondStep = "/auth/second-step";

export const useSecondStep = () => useRead(secondStep, contract.secondStepAnswer);

export async function beginSecondStep(password: string): Promise<string> {
  const json = { password };
  return (await api.send("POST", secondStep, { json, schema: contract.secondStepSecret })).secret;
}

export const confirmSecondStep = (code: string) => codesFrom("/confirm", { code });
export const renewRecoveryCodes = (password: string) => codesFrom("/recovery-codes", { password });

async function codesFrom(at: string, json: Record<string, string>): Promise<string[]> {
  const answer = await change(secondStep, "POST", {
    at,
    json,
    schema: contract.recoveryCodesAnswer,
  });
  return answer.recovery_codes;
}

export const turnSecondStepOff = (password: string) =>
  change(secondStep, "POST", { at: "/off", json: { password } });
