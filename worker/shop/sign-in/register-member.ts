import type { Registration } from "#contract/member";
import type { Deps } from "../../deps.ts";
import * as upstream from "../../upstream/auth.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { enforceLimits, everybody, takeBack } from "../limits/enforce-limit.ts";
import { mailboxKeyOf, memberKeyOf } from "../limits/member-key.ts";

export async function registerMember(
  deps: Deps,
  address: string,
  wish: Registration,
): Promise<void> {
  const mailbox = await mailboxKeyOf(deps, wish.email);
  await enforceLimits(deps, [
    ["register:address", address],
    ["register:mailbox", mailbox],
    ["register:all", everybody],
  ]);
  try {
    await register(deps, wish);
  } catch (error) {
    // What the upstream refuses is mailed to nobody.
    if (error instanceof ShopError && error.status < 500)
      await takeBack(deps, ["register:mailbox", mailbox], ["register:all", everybody]);
    throw error;
  }
  deps.log.info("registration.succeeded", {
    subject: await memberKeyOf(deps, wish.email),
    client: await deps.clientKey(),
  });
}

async function register(deps: Deps, wish: Registration): Promise<void> {
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
}
