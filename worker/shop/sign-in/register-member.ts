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
    const { company_name = null, tax_id = null } = wish;
    await upstream.registerMember(deps.upstream, { body: { ...wish, company_name, tax_id } });
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
