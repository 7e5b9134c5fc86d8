/** Registration and passwords; the upstream keeps both. */
import type { Registration } from "#contract/member";
import type { Deps, MemberActor } from "../../deps.ts";
import * as upstream from "../../upstream/auth.ts";
import { ShopError } from "../../errors/shop-error.ts";
import * as limits from "../limits/enforce-limit.ts";
import { mailboxOf, memberKeyOf, memberKeysOf } from "../limits/guesser.ts";
import { isGuessablePassword, knownOf } from "#contract/guessable";
import type { Locale } from "#contract/locales";
import { brand } from "../../brand/brand.ts";
import { endOtherSessions, hasSignedIn } from "../../store/sessions.ts";
import type { ChangePasswordBody } from "#contract/auth";
import { getMe } from "../../upstream/members.ts";
import { finishLater, getLiveSession, revokeUpstreamLater } from "../sessions/as-member.ts";
import { issueAccess } from "../sessions/tokens.ts";

export async function registerMember(deps: Deps, address: string, wish: Registration) {
  const mailbox = await memberKeyOf(deps, mailboxOf(wish.email));
  const mailed: limits.LimitOf[] = [
    ["register:mailbox", mailbox],
    ["register:all", limits.everybody],
  ];
  await limits.enforceLimits(deps, [["register:address", address], ...mailed]);
  try {
    const { company_name = null, tax_id = null } = wish;
    await upstream.registerMember(deps.upstream, { body: { ...wish, company_name, tax_id } });
  } catch (error) {
    // What the upstream refuses is mailed to nobody.
    if (error instanceof ShopError && error.status < 500) await limits.takeBack(deps, ...mailed);
    throw error;
  }
  const about = { subject: await memberKeyOf(deps, wish.email), client: await deps.clientKey() };
  deps.log.info("registration.succeeded", about);
}

/** Answers alike for every e-mail, and whether a mail goes out or is out already. */
export async function sendTemporaryPassword(
  deps: Deps,
  address: string,
  email: string,
  language: Locale,
) {
  await limits.enforceLimit(deps, "forgot-password:address", address);
  const [subject, client] = await Promise.all([memberKeyOf(deps, email), deps.clientKey()]);
  const own: limits.LimitOf = ["forgot-password:member", subject];
  if (!(await limits.isCounted(deps, ...own))) {
    deps.log.info("forgot_password.already_sent", { subject, client });
    return;
  }
  // Members who signed in here have a limit that made-up e-mails do not fill.
  const isKnown = await hasSignedIn(deps.db, await memberKeysOf(deps, email));
  const shared: limits.LimitOf = [
    isKnown ? "forgot-password:known" : "forgot-password:all",
    limits.everybody,
  ];
  await limits.enforceLimit(deps, ...shared).catch(async (error: unknown) => {
    await limits.takeBack(deps, own);
    throw error;
  });
  try {
    await upstream.forgetPassword(deps.upstream, { body: { email, language }, locale: language });
    deps.log.info("forgot_password.asked", { subject, client });
  } catch (error) {
    // Only mails that left count. As far as is known none did, so the next who asks is heard.
    if (!(error instanceof ShopError) || error.code !== "member_not_found") {
      await limits.takeBack(deps, own, shared);
      throw error;
    }
    // Behind the answer, which hides the difference.
    deps.waitUntil(deps.db.batch([limits.takeBack(deps, shared)]));
    deps.log.info("forgot_password.unknown", { subject, client });
  }
}

/** Ends the other sessions. */
export async function changePassword(deps: Deps, actor: MemberActor, body: ChangePasswordBody) {
  await limits.enforceLimit(deps, "change-password:member", actor.memberId);
  const known = [brand.password_words, ...(await knownOfMember(deps))];
  if (isGuessablePassword(body.new_password, known)) throw new ShopError("password_guessable");
  await upstream.changePassword(deps.upstream, { body });
  const { memberId, sessionId } = actor;
  const now = deps.now();
  const ended = await endOtherSessions(deps.db, memberId, sessionId, now, "password_changed");
  revokeUpstreamLater(deps, ended);
  deps.log.info("password.changed", { sessionId });
  return issueAccess(deps, await getLiveSession(deps, actor));
}

/** What others know of the member; empty when the upstream does not say. */
async function knownOfMember(deps: Deps): Promise<string[]> {
  try {
    return knownOf((await getMe(deps.upstream, {})).body);
  } catch (error) {
    if (!(error instanceof ShopError) || error.status === 401) throw error;
    deps.log.info("password.checked_without_names", { code: error.code });
    return [];
  }
}

export async function confirmPassword(deps: Deps, actor: MemberActor, password: string) {
  const { memberId, sessionId } = actor;
  const limit: limits.LimitOf = ["confirm-password:member", memberId];
  const { email: username } = (await getMe(deps.upstream, {})).body;
  await limits.enforceLimit(deps, ...limit);
  const asked = { body: { username, password }, bearer: null };
  const checking = upstream.verifyPassword(deps.upstream, asked);
  const { body, cookies } = await checking.catch(async (error: unknown) => {
    if (!(error instanceof ShopError) || error.status >= 500) {
      await limits.takeBack(deps, limit);
      throw error;
    }
    deps.log.info("password.not_confirmed", { sessionId, code: error.code });
    const isWrong = error.code === "wrong_credentials" || error.status === 401;
    throw isWrong ? new ShopError("wrong_old_password", {}, { cause: error }) : error;
  });
  await limits.takeBack(deps, limit);
  if (!body.isSignedIn) return;
  // The check opened a session at the upstream that nobody uses.
  const { token: bearer } = body.access;
  finishLater(deps, sessionId, upstream.logOut(deps.upstream, { bearer, cookies }));
}
