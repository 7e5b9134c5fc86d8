import type { Locale } from "#contract/locales";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { forgetPassword } from "../../upstream/auth.ts";
import { enforceLimit, everybody, isCounted, takeBack } from "../limits/enforce-limit.ts";
import { memberKeyOf } from "../limits/member-key.ts";

/** Answers alike whether or not the e-mail is a member's, and whether a mail goes out now or is out already. */
export async function sendTemporaryPassword(
  deps: Deps,
  address: string,
  email: string,
  language: Locale,
): Promise<void> {
  await enforceLimit(deps, "forgot-password:address", address);
  const [subject, client] = await Promise.all([memberKeyOf(deps, email), deps.clientKey()]);
  if (!(await isCounted(deps, "forgot-password:member", subject))) {
    deps.log.info("forgot_password.already_sent", { subject, client });
    return;
  }
  try {
    await enforceLimit(deps, "forgot-password:all", everybody);
    await mail(deps, email, language);
    deps.log.info("forgot_password.asked", { subject, client });
  } catch (error) {
    if (error instanceof ShopError && error.code === "member_not_found") {
      deps.log.info("forgot_password.unknown", { subject, client });
      return;
    }
    // Nothing was mailed as far as is known, so the next who asks is heard.
    await takeBack(deps, "forgot-password:member", subject);
    throw error;
  }
}

/** For nobody's e-mail it counts among all mails too, so that it takes as long. */
async function mail(deps: Deps, email: string, language: Locale): Promise<void> {
  try {
    await forgetPassword(deps.upstream, { body: { email, language }, locale: language });
  } catch (error) {
    const isUnknown = error instanceof ShopError && error.code === "member_not_found";
    if (!isUnknown) await takeBack(deps, "forgot-password:all", everybody);
    throw error;
  }
}
