import useSWR from "swr";
import { passwordPolicy } from "#contract/auth";
import { api } from "./client.ts";

export function usePasswordPolicy() {
  return useSWR("password-policy", () => api.get("/auth/password-policy", passwordPolicy), {
    revalidateOnFocus: false,
  });
}

export function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  return api.send("POST", "/auth/change-password", {
    json: { old_password: oldPassword, new_password: newPassword, confirm_password: newPassword },
  });
}
