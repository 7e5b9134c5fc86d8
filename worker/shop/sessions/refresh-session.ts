/** Exchanges a refresh token for its one successor; reuse outside a grace ends the session. */
import type { Deps } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { rotateRefreshToken } from "../../store/refresh-tokens.ts";
import { enforceRate } from "../limits/enforce-rate.ts";
import { endSession, type SessionRow } from "../../store/sessions.ts";
import { getMe } from "../../upstream/members.ts";
import { asMember, isUnwelcome, revokeUpstreamLater } from "./as-member.ts";
import { issueBoth, parseRefreshToken, sessionSecrets, successorOf } from "./tokens.ts";
import type { SignedIn } from "./tokens.ts";
import { idleMs } from "./start-session.ts";

const graceMs = 30_000;
const askingMs = 2_000;

/** @throws ShopError `refresh_token_missing`, `token_invalid`, `token_revoked`. */
export async function refreshSession(deps: Deps, text: string | null): Promise<SignedIn> {
  if (text === null) throw new ShopError("refresh_token_missing");
  const presented = parseRefreshToken(text);
  if (presented === null) throw new ShopError("token_invalid");
  const { sessionId, generation } = presented;
  await enforceRate(deps, "refresh", "member", sessionId);
  const now = deps.now();
  const secrets = sessionSecrets(deps.config);
  const successors = await Promise.all(secrets.map((secret) => successorOf(secret, presented)));
  const hashes = await Promise.all(successors.map(sha256Hex));
  const outcome = await rotateRefreshToken(deps.db, {
    sessionId,
    hash: await sha256Hex(text),
    successorHashes: hashes,
    generation,
    now,
    idleMs,
  });
  if (outcome.token === null) throw new ShopError("token_invalid");
  if (outcome.session === null) throw new ShopError("token_revoked");
  const usedAt = outcome.token.usedAt;
  const isWithinGrace = usedAt !== null && now - usedAt <= graceMs;
  const newest = successors.find((_, at) => hashes[at] === outcome.newestSuccessor);
  if (outcome.won) await askWhetherWelcome(deps, outcome.session);
  if (newest !== undefined && (outcome.won || isWithinGrace))
    return issueBoth(deps, outcome.session, newest);
  const ended = await endSession(deps.db, sessionId, "refresh_replay", now);
  if (ended !== null) revokeUpstreamLater(deps, [ended]);
  deps.log.warn("session.refresh_replay", {
    sessionId,
    client: await deps.clientKey(),
    ageSeconds: usedAt === null ? 0 : Math.round((now - usedAt) / 1000),
  });
  throw new ShopError("token_revoked");
}

/** No new token for a disabled member; an unreachable upstream signs nobody out. */
async function askWhetherWelcome(deps: Deps, session: SessionRow): Promise<void> {
  const actor = { memberId: session.memberId, sessionId: session.id };
  try {
    await getMe(asMember(deps, actor, { session }).upstream, { timeoutMs: askingMs });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    if (isUnwelcome(error) || error.code === "token_revoked") throw new ShopError("token_revoked");
  }
}
