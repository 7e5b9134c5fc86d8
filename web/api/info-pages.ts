import useSWR, { mutate } from "swr";
import { infoPage } from "#contract/info-page";
import type { InfoContext } from "#contract/screens";
import { api } from "./client.ts";

export const infoPageKey = (context: InfoContext) => ["info-page", context] as const;

const read = ([, context]: ReturnType<typeof infoPageKey>) =>
  api.get(`/info-pages/${context}`, infoPage);

export function useInfoPage(context: InfoContext | null) {
  return useSWR(context === null ? null : infoPageKey(context), read, {
    shouldRetryOnError: false,
  });
}

export function prepareInfoPage(context: InfoContext): Promise<unknown> {
  const key = infoPageKey(context);
  return mutate(key, read(key), { revalidate: false });
}
