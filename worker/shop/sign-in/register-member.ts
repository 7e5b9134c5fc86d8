import type { Registration } from "#contract/member";
import type { Deps } from "../../deps.ts";
import * as upstream from "../../upstream/auth.ts";
import { enforceLimits, everybody } from "../limits/enforce-limit.ts";
import { mailboxKeyOf, memberKeyOf } from "../limits/member-key.ts";

export async function registerMember(
  deps: Deps,
  address: string,
  wish: Registration,
): Promise<void> {
  await enforceLimits(
    deps,
    ["register:address", address],
    ["register:mailbox", await mailboxKeyOf(deps, wish.email)],
    ["register:all", everybody],
  );
  await upstream.registerMember(deps.upstream, {
    body: {
      first_name: wish.first_name,
      last_name: wish.last_name,
      email: wish.email,
      country: wish.country,
      country_code: wish.country_code,
      phone: wish.phone,
      address: wish.address,
      is_business: wish.is_business,
      company_name: wish.company_name ?? null,
      tax_id: wish.tax_id ?? null,
      language_code: wish.language_code,
    },
  });
  deps.log.info("registration.succeeded", {
    subject: await memberKeyOf(deps, wish.email),
    client: await deps.clientKey(),
  });
}
