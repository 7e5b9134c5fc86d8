import useSWR from "swr";
import { passwordPolicy } from "#contract/auth";
import { api } from "../../api/client.ts";

export function usePasswordPolicy() {
  return useSWR("password-policy", () => api.get("/auth/password-policy", passwordPolicy), { revalidateOnFocus: false });
}
