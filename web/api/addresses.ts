import useSWR, { mutate } from "swr";
import { shippingAddressList } from "#contract/member";
import { api } from "./client.ts";

const key = "shipping-addresses";

export function useShippingAddresses(isWanted: boolean) {
  return useSWR(
    isWanted ? key : null,
    () => api.get("/shipping-addresses", shippingAddressList).then((list) => list.data),
    {
      shouldRetryOnError: false,
    },
  );
}

export async function addShippingAddress(address: string): Promise<void> {
  await api.send("POST", "/shipping-addresses", { json: { address } });
  await mutate(key);
}

export async function changeShippingAddress(id: string, address: string): Promise<void> {
  await api.send("PUT", `/shipping-addresses/${id}`, { json: { address } });
  await mutate(key);
}

export async function removeShippingAddress(id: string): Promise<void> {
  await api.send("DELETE", `/shipping-addresses/${id}`);
  await mutate(key);
}
