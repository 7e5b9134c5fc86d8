import useSWR from "swr";
import { infoPage } from "#contract/info-page";
import type { InfoContext } from "#contract/screens";
import { api } from "./client.ts";

export function useInfoPage(context: InfoContext | null) {
  return useSWR(context === null ? null : ["info-page", context], () => api.get(`/info-pages/${context}`, infoPage), {
    shouldRetryOnError: false,
  });
}
