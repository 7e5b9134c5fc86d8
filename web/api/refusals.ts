import useSWR, { mutate } from "swr";
import { refusalList } from "#contract/refusals";
import { sessionClearedEvent } from "../session/clear-session.ts";
import { api, once } from "./client.ts";

const path = "/members/me/refusals";

export async function loadRefusals(): Promise<string[]> {
  return (await api.get(path, refusalList)).refusals;
}

export const useRefusals = () => useSWR(path, loadRefusals, once);

export async function saveRefusals(refusals: readonly string[]): Promise<void> {
  const saved = await api.send("PUT", path, { json: { refusals }, schema: refusalList });
  await mutate(path, saved.refusals, { revalidate: false });
}

addEventListener(sessionClearedEvent, () => void mutate(path, undefined, { revalidate: false }));
