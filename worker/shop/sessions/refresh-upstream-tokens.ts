/** Refreshes a session's upstream tokens, once for all requests that find them expired. */
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { endSession, findLiveSession, type SessionRow } from "../../store/sessions.ts";
import {
  leaseUpstreamRefresh,
  releaseUpstreamRefresh,
  saveUpstreamTokens,
} from "../../store/upstream-tokens.ts";
import { refreshTokens } from "../../upstream/auth.ts";
import { openCookies, sealTokens } from "./seal-tokens.ts";

const callTimeoutMs = 8_000;
/** Longer than the call; short enough that a lost holder does not block others for long. */
const leaseMs = 12_000;
const lookAgainMs = 60;

/** @throws ShopError `token_revoked` when the upstream refuses, `upstream_…` when it cannot be reached. */
export async function refreshUpstreamTokens(deps: Deps, session: SessionRow): Promise<SessionRow> {
  const isOurs = await leaseUpstreamRefresh(
    deps.db,
    session.id,
    session.upstreamVersion,
    deps.now(),
    leaseMs,
  );
  return isOurs ? renew(deps, session) : waitForRenewal(deps, session);
}

async function renew(deps: Deps, session: SessionRow): Promise<SessionRow> {
  const cookies = await openCookies(deps, session);
  if (cookies === null) return revoke(deps, session);
  try {
    const answer = await refreshTokens(deps.upstream, { cookies, timeoutMs: callTimeoutMs });
    const tokens = await sealTokens(deps, session.id, answer.body, answer.cookies);
    await saveUpstreamTokens(deps.db, session.id, session.upstreamVersion, tokens);
    return { ...session, ...tokens, upstreamVersion: session.upstreamVersion + 1 };
  } catch (error) {
    if (isRefusal(error)) return revoke(deps, session);
    await releaseUpstreamRefresh(deps.db, session.id, session.upstreamVersion);
    throw error;
  }
}

/** Another request holds the lease; its outcome, success or failure, is used here too. */
async function waitForRenewal(deps: Deps, session: SessionRow): Promise<SessionRow> {
  const givesUpAt = deps.now() + leaseMs;
  while (deps.now() < givesUpAt) {
    const current = await findLiveSession(deps.db, session.id, deps.now());
    if (current === null) throw new ShopError("token_revoked");
    if (current.upstreamVersion > session.upstreamVersion) return current;
    if (current.upstreamRefreshLeaseUntil < deps.now()) break;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
  throw new ShopError("upstream_unavailable");
}

/** Only 400, 401 and 403; outages and rate limits are not refusals. */
function isRefusal(error: unknown): boolean {
  return error instanceof ShopError && [400, 401, 403].includes(error.status);
}

async function revoke(deps: Deps, session: SessionRow): Promise<never> {
  await endSession(deps.db, session.id, "upstream_refused", deps.now());
  deps.log.warn("session.upstream_refused", { sessionId: session.id });
  throw new ShopError("token_revoked");
}
