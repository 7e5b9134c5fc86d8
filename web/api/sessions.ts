import useSWR, { mutate } from "swr";
import { sessionList } from "#contract/auth";
import { api } from "./client.ts";

const key = "auth/sessions";

export function useSessions() {
  return useSWR(key, () => api.get("/auth/sessions", sessionList).then((list) => list.data), {
    shouldRetryOnError: false,
  });
}

export async function endSession(id: string, password: string): Promise<void> {
  await api.send("DELETE", `/auth/sessions/${id}`, { json: { password } });
  await mutate(key);
}

export async function endOtherSessions(password: string): Promise<void> {
  await api.send("DELETE", "/auth/sessions", { json: { password } });
  await mutate(key);
}
