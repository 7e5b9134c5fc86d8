import useSWR, { mutate } from "swr";
import { refusalList } from "#contract/refusals";
import { sessionClearedEvent } from "../session/clear-session.ts";
import { api } from "./client.ts";
import { once } from "./read.ts";

const key = "members/me/refusals";

export async function loadRefusals(): Promise<string[]> {
  return (await api.get("/members/me/refusals", refusalList)).refusals;
}

export function useRefusals() {
  return useSWR(key, loadRefusals, once);
}

export async function saveRefusals(refusals: readonly string[]): Promise<void> {
  const saved = await api.send("PUT", "/members/me/refusals", {
    json: { refusals },
    schema: refusalList,
  });
  await mutate(key, saved.refusals, { revalidate: false });
}

addEventListener(sessionClearedEvent, () => void mutate(key, undefined, { revalidate: false }));
