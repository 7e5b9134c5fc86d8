import useSWR, { mutate } from "swr";
import { member, type Member, type MemberChange } from "#contract/member";
import { useAuth } from "../stores/auth.ts";
import { api } from "./client.ts";

const key = "members/me";

export async function loadMember(): Promise<Member> {
  const answer = await api.get("/members/me", member);
  useAuth.getState().memberKnown(answer);
  return answer;
}

export function useMember(isWanted = true) {
  return useSWR(isWanted ? key : null, loadMember, { shouldRetryOnError: false });
}

export async function changeMember(change: MemberChange): Promise<void> {
  await api.send("PATCH", "/members/me", { json: change });
  await mutate(key);
}
