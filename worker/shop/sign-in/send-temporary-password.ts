import type { Locale } from "#contract/locales";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { forgetPassword } from "../../upstream/auth.ts";
import { enforceLimit } from "../limits/enforce-limit.ts";
import { memberKeyOf } from "../limits/member-key.ts";

/** Answers alike whether or not the e-mail is a member's. */
export async function sendTemporaryPassword(
  deps: Deps,
  address: string,
  email: string,
  language: Locale,
): Promise<void> {
  await enforceLimit(deps, "forgot-password:address", address);
  const subject = await memberKeyOf(deps, email);
  await enforceLimit(deps, "forgot-password:member", subject);
  try {
    await forgetPassword(deps.upstream, { body: { email, language }, locale: language });
  } catch (error) {
    if (!(error instanceof ShopError && error.code === "member_not_found")) throw error;
    deps.log.info("forgot_password.unknown", { subject });
  }
}
