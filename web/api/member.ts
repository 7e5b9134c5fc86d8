import useSWR, { mutate } from "swr";
import { member, shippingAddressList, type Member, type MemberChange } from "#contract/member";
import { useAuth } from "../stores/auth.ts";
import { api } from "./client.ts";
import { useRead } from "./read.ts";

const me = "/members/me";

export async function loadMember(): Promise<Member> {
  const answer = await api.get(me, member);
  useAuth.getState().memberKnown(answer);
  return answer;
}

export function useMember(isWanted = true) {
  return useSWR(isWanted ? me : null, loadMember, { shouldRetryOnError: false });
}

export async function changeMember(change: MemberChange): Promise<void> {
  await api.send("PATCH", me, { json: change });
  await mutate(me);
}

const addresses = "/shipping-addresses";

export const useShippingAddresses = (isWanted: boolean) =>
  useRead(isWanted ? addresses : null, shippingAddressList);

export async function addShippingAddress(address: string): Promise<void> {
  await api.send("POST", addresses, { json: { address } });
  await mutate(addresses);
}

export async function changeShippingAddress(id: string, address: string): Promise<void> {
  await api.send("PUT", `${addresses}/${id}`, { json: { address } });
  await mutate(addresses);
}

export async function removeShippingAddress(id: string): Promise<void> {
  await api.send("DELETE", `${addresses}/${id}`);
  await mutate(addresses);
}
