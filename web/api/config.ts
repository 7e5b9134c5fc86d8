import useSWR from "swr";
import { shopConfig } from "#contract/config";
import { api } from "./client.ts";

export function useShopConfig() {
  return useSWR("config", () => api.get("/config", shopConfig), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
}
