/** Exchanges a refresh token for its one successor; reuse outside a grace ends the session. */
import { not } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Session } from "#contract/auth";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { randomId, sha256Hex } from "../../platform/crypto.ts";
import { selectCart, selectItems, storedCart } from "../../store/carts.ts";
import { owesSecondStep } from "../../store/second-steps.ts";
import * as store from "../../store/sessions.ts";
import type { UpstreamAccess } from "../../upstream/auth.ts";
import type { CookieJar } from "../../upstream/cookie-jar.ts";
import { getMe } from "../../upstream/members.ts";
import { enforceRate } from "../limits/enforce-limit.ts";
import { confirmPassword } from "../sign-in/account.ts";
import { asMember, isUnwelcome, readAsLive, revokeUpstreamLater, sealTokens } from "./as-member.ts";
import * as tokens from "./tokens.ts";
import { browsers, systems } from "./user-agents.json";

/** For example "Chrome · macOS": readable in every language and too coarse to identify anyone. */
export function browserName(userAgent: string): string {
  const nameIn = (signs: Record<string, string>) =>
    Object.keys(signs).find((name) => new RegExp(signs[name]!).test(userAgent)) ?? [];
  return [browsers, systems].flatMap(nameIn).join(" · ") || "Web";
}

const dayMs = 24 * 60 * 60 * 1000;
const idleMs = 14 * dayMs;
const absoluteMs = 60 * dayMs;

export interface BrowserFacts {
  address: string;
  userAgent: string;
  country: string | null;
  refreshToken: string | null;
  guestCartId: string | null;
  /** Of its own cookie, from an earlier sign-in of anybody. */
  browserId: string | null;
}

export interface UpstreamSignIn {
  memberId: string;
  memberKey: string;
  /** That of the member's own, where they have one. */
  hasPassedSecondStep: boolean;
  access: UpstreamAccess;
  cookies: CookieJar;
}

/**
 * The browser's previous session ends, and its `browserId` is replaced; `success` runs in the same
 * batch. Null where the member's own second step is owed first.
 */
export async function startSession(
  deps: Deps,
  browser: BrowserFacts,
  signIn: UpstreamSignIn,
  success: BatchItem<"sqlite">,
) {
  const now = deps.now();
  const id = randomId(18);
  const refreshToken = tokens.firstRefreshToken(id);
  const browserId = randomId(33);
  const replaced = tokens.parseRefreshToken(browser.refreshToken);
  const row = {
    id,
    memberId: signIn.memberId,
    memberKey: signIn.memberKey,
    browserHash: await sha256Hex(browserId),
    mustChangePassword: signIn.access.mustChangePassword,
    ...(await sealTokens(deps, id, signIn.access, signIn.cookies)),
    browser: browserName(browser.userAgent),
    place: browser.country,
    createdAt: now,
    lastSeenAt: now,
    idleEndsAt: now + idleMs,
    absoluteEndsAt: now + absoluteMs,
  };
  const hash = await sha256Hex(refreshToken);
  const replacedHash = replaced === null ? null : await sha256Hex(replaced.text);
  const guest = { guestHash: await sha256Hex(browser.guestCartId ?? "") };
  const oldBrowserHash = browser.browserId === null ? null : await sha256Hex(browser.browserId);
  const owesNothing = signIn.hasPassedSecondStep ? undefined : not(owesSecondStep(row.memberId));
  const [before, [session], , , , carts, items] = await deps.db.batch([
    ...store.insertSession(deps.db, row, hash, replacedHash, oldBrowserHash, owesNothing),
    success,
    selectCart(deps.db, guest),
    selectItems(deps.db, guest),
  ]);
  if (session === undefined) return null;
  revokeUpstreamLater(deps, before);
  return {
    ...(await tokens.issueBoth(deps, session, refreshToken)),
    browserId,
    session,
    guestCart: storedCart(carts, items, now),
  };
}

export async function listSessions(deps: Deps, actor: MemberActor): Promise<Session[]> {
  const sessions = store.selectLiveSessions(deps.db, actor.memberId, deps.now());
  const { found } = await readAsLive(deps, actor, {}, [sessions]);
  return found[0].map((row) => ({
    id: row.id,
    browser: row.browser,
    place: row.place,
    created_at: new Date(row.createdAt).toISOString(),
    last_seen_at: new Date(row.lastSeenAt).toISOString(),
    current: row.id === actor.sessionId,
  }));
}

/** @throws ShopError `not_found`, also for another member's session, or as `confirmPassword`. */
export async function endOwnSession(deps: Deps, actor: MemberActor, id: string, password: string) {
  await confirmPassword(deps, actor, password);
  const ended = await store.endSessionOfMember(deps.db, actor.memberId, id, deps.now());
  if (ended === null) throw new ShopError("not_found");
  revokeUpstreamLater(deps, [ended]);
}

export async function endAllOtherSessions(deps: Deps, actor: MemberActor, password: string) {
  await confirmPassword(deps, actor, password);
  const { memberId, sessionId } = actor;
  revokeUpstreamLater(deps, await store.endOtherSessions(deps.db, memberId, sessionId, deps.now()));
}

/** Ends the session of the cookie, of the access token or of both. */
export async function logOut(deps: Deps, refreshText: string | null, accessToken: string | null) {
  const secrets = tokens.sessionSecrets(deps.config);
  const claims = await tokens.verifyToken(secrets, "access", accessToken ?? "", deps.now());
  for (const id of new Set([await sessionOfCookie(deps, refreshText), claims?.sid])) {
    if (typeof id !== "string") continue;
    const ended = await store.endSession(deps.db, id, "logout", deps.now());
    deps.log.info("session.logout", { sessionId: id });
    if (ended !== null) revokeUpstreamLater(deps, [ended]);
  }
}

async function sessionOfCookie(deps: Deps, text: string | null): Promise<string | null> {
  const token = tokens.parseRefreshToken(text);
  if (token === null) return null;
  const isOurs = await store.wasIssued(deps.db, token.sessionId, await sha256Hex(token.text));
  return isOurs ? token.sessionId : null;
}

const graceMs = 30_000;
const askingMs = 2_000;

export async function refreshSession(deps: Deps, text: string | null): Promise<tokens.SignedIn> {
  if (text === null) throw new ShopError("refresh_token_missing");
  const presented = tokens.parseRefreshToken(text);
  if (presented === null) throw new ShopError("token_invalid");
  const { sessionId, generation } = presented;
  await enforceRate(deps, "refresh", "member", sessionId);
  const now = deps.now();
  const secrets = tokens.sessionSecrets(deps.config);
  const successors = await Promise.all(
    secrets.map((secret) => tokens.successorOf(secret, presented)),
  );
  const hashes = await Promise.all(successors.map(sha256Hex));
  const hash = await sha256Hex(text);
  const used = { sessionId, hash, successorHashes: hashes, generation, now, idleMs };
  const outcome = await store.rotateRefreshToken(deps.db, used);
  if (outcome.token === null) throw new ShopError("token_invalid");
  if (outcome.session === null) throw new ShopError("token_revoked");
  const { usedAt } = outcome.token;
  const isWithinGrace = usedAt !== null && now - usedAt <= graceMs;
  const newest = successors.find((_, at) => hashes[at] === outcome.newestSuccessor);
  if (outcome.won) await askWhetherWelcome(deps, outcome.session);
  if (newest !== undefined && isWithinGrace) return tokens.issueBoth(deps, outcome.session, newest);
  const ended = await store.endSession(deps.db, sessionId, "refresh_replay", now);
  if (ended !== null) revokeUpstreamLater(deps, [ended]);
  const ageSeconds = usedAt === null ? 0 : Math.round((now - usedAt) / 1000);
  const client = await deps.clientKey();
  deps.log.warn("session.refresh_replay", { sessionId, client, ageSeconds });
  throw new ShopError("token_revoked");
}

/** No new token for a disabled member; an unreachable upstream signs nobody out. */
async function askWhetherWelcome(deps: Deps, session: store.SessionRow): Promise<void> {
  const actor = { memberId: session.memberId, sessionId: session.id };
  try {
    await getMe(asMember(deps, actor, { session }).upstream, { timeoutMs: askingMs });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    if (isUnwelcome(error) || error.code === "token_revoked") throw new ShopError("token_revoked");
  }
}
