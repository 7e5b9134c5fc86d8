import useSWR from "swr";
import { member, shippingAddressList, type Member, type MemberChange } from "#contract/member";
import { useAuth } from "../stores/auth.ts";
import { api, change, noRetry, useRead } from "./client.ts";

const me = "/members/me";

export async function loadMember(): Promise<Member> {
  const answer = await api.get(me, member);
  useAuth.getState().memberKnown(answer);
  return answer;
}

export function useMember(isWanted = true) {
  return useSWR(isWanted ? me : null, loadMember, noRetry);
}

export const changeMember = (json: MemberChange) => change(me, "PATCH", { json });

const addresses = "/shipping-addresses";

export const useShippingAddresses = (isWanted: boolean) =>
  useRead(isWanted ? addresses : null, shippingAddressList);
export const addShippingAddress = (address: string) =>
  change(addresses, "POST", { json: { address } });
export const changeShippingAddress = (id: string, address: string) =>
  change(addresses, "PUT", { at: `/${id}`, json: { address } });
export const removeShippingAddress = (id: string) => change(addresses, "DELETE", { at: `/${id}` });
