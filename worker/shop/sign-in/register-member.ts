import type { Registration } from "#contract/member";
import type { Deps } from "../../context.ts";
import { message } from "../../upstream/wire.ts";
import { enforceLimit } from "../limits/enforce-limit.ts";

export async function registerMember(deps: Deps, address: string, registration: Registration): Promise<{ message: string }> {
  await enforceLimit(deps, "register:address", address);
  const { body } = await deps.upstream.call({
    method: "POST",
    path: "/auth/register",
    json: registration,
    answer: message,
    locale: deps.locale,
  });
  return body;
}
