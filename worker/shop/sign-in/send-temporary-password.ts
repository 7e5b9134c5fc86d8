import type { Locale } from "#contract/locales";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { forgetPassword } from "../../upstream/auth.ts";
import { enforceLimit, everybody, isCounted, takeBack } from "../limits/enforce-limit.ts";
import type { LimitOf } from "../limits/enforce-limit.ts";
import { hasSignedIn } from "../../store/known-browsers.ts";
import { memberKeyOf, memberKeysOf } from "../limits/member-key.ts";

/** Answers alike for every e-mail, and whether a mail goes out or is out already. */
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
  // Members who signed in here have a limit that made-up e-mails do not fill.
  const isKnown = await hasSignedIn(deps.db, await memberKeysOf(deps, email));
  const shared: LimitOf = [isKnown ? "forgot-password:known" : "forgot-password:all", everybody];
  try {
    await enforceLimit(deps, ...shared);
    await mail(deps, email, language, shared);
    deps.log.info("forgot_password.asked", { subject, client });
  } catch (error) {
    if (isUnknownMember(error)) {
      deps.log.info("forgot_password.unknown", { subject, client });
      return;
    }
    // Nothing was mailed as far as is known, so the next who asks is heard.
    await takeBack(deps, ["forgot-password:member", subject]);
    throw error;
  }
}

/** Only mails that left count; taking back after the answer hides the difference. */
async function mail(deps: Deps, email: string, language: Locale, shared: LimitOf): Promise<void> {
  try {
    await forgetPassword(deps.upstream, { body: { email, language }, locale: language });
  } catch (error) {
    const taken = deps.db.batch([takeBack(deps, shared)]);
    if (isUnknownMember(error)) deps.waitUntil(taken);
    else await taken;
    throw error;
  }
}

function isUnknownMember(error: unknown): boolean {
  return error instanceof ShopError && error.code === "member_not_found";
}
