import useSWR from "swr";
import { shopConfig } from "#contract/config";
import { api } from "./client.ts";

/** What the pages need to know of this shop before anyone signs in. */
export function useShopConfig() {
  return useSWR("config", () => api.get("/config", shopConfig), { revalidateOnFocus: false, shouldRetryOnError: false });
}
