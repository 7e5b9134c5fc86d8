/** Calls the upstream as a member; expired tokens are refreshed once for all waiting requests. */
import { withUpstream, type Deps, type MemberActor } from "../../deps.ts";
import { decryptToken, encryptToken } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { endSession, type SessionRow, findLiveSession } from "../../store/sessions.ts";
import type {
  EndpointSpec,
  Upstream,
  UpstreamAnswer,
  UpstreamRequest,
} from "../../upstream/endpoint.ts";
import { getLiveSession, type LivenessOptions } from "./get-live-session.ts";
import {
  leaseUpstreamRefresh,
  releaseUpstreamRefresh,
  saveUpstreamTokens,
  type SealedTokens,
} from "../../store/upstream-tokens.ts";
import { refreshTokens, type UpstreamAccess } from "../../upstream/auth.ts";
import { parseJar, serialiseJar, type CookieJar } from "../../upstream/cookie-jar.ts";

const callTimeoutMs = 8_000;
/** Longer than the call; short enough that a lost holder does not block others for long. */
const leaseMs = 12_000;
const lookAgainMs = 60;

/** @throws ShopError `token_revoked` when the upstream refuses, `upstream_…` when unreachable. */
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

interface MemberOptions extends LivenessOptions {
  /** For reads open to strangers: when the session is over, calls go without a token. */
  orAnonymous?: boolean;
  session?: SessionRow;
}

/** `deps` whose upstream calls throw `token_revoked` or `password_change_required`. */
export function asMember(deps: Deps, actor: MemberActor, options: MemberOptions = {}): Deps {
  return withUpstream(deps, memberUpstream(deps, actor, options));
}

function memberUpstream(deps: Deps, actor: MemberActor, options: MemberOptions): Upstream {
  let session = options.session === undefined ? undefined : Promise.resolve(options.session);

  async function callAsMember<Result>(
    endpoint: EndpointSpec<Result>,
    request: UpstreamRequest,
  ): Promise<UpstreamAnswer<Result>> {
    session ??= getLiveSession(deps, actor, options);
    const row = await session;
    try {
      return await deps.upstream.call(endpoint, {
        ...request,
        bearer: await openAccess(deps, row),
      });
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
    }
    session = refreshUpstreamTokens(deps, row);
    return deps.upstream.call(endpoint, {
      ...request,
      bearer: await openAccess(deps, await session),
    });
  }

  return {
    async call(endpoint, request) {
      // A call with a token of its own, such as that of the second step, is passed on unchanged.
      if (request.bearer !== undefined) return deps.upstream.call(endpoint, request);
      try {
        return await callAsMember(endpoint, request);
      } catch (error) {
        if (isUnwelcome(error))
          await endSession(deps.db, actor.sessionId, "upstream_refused", deps.now());
        if (options.orAnonymous === true && isRefusedToken(error))
          return deps.upstream.call(endpoint, request);
        throw error;
      }
    },
  };
}

async function openAccess(deps: Deps, session: SessionRow): Promise<string> {
  const token = await decryptToken(
    deps.config.UPSTREAM_TOKEN_KEY,
    session.upstreamAccess,
    session.id,
  );
  if (token !== null) return token;
  // Encrypted with a key that is no longer configured, so only a new sign-in helps.
  await endSession(deps.db, session.id, "upstream_refused", deps.now());
  throw new ShopError("token_revoked");
}

/** The upstream has shut the member out, whatever tokens they hold. */
export function isUnwelcome(error: unknown): boolean {
  return error instanceof ShopError && error.code === "account_disabled";
}

export function isRefusedToken(error: unknown): boolean {
  return error instanceof ShopError && error.status === 401;
}

/** Bound to the session id, so that they decrypt only in their own row. */
export async function sealTokens(
  deps: Deps,
  sessionId: string,
  access: UpstreamAccess,
  cookies: CookieJar,
): Promise<SealedTokens> {
  const secrets = deps.config.UPSTREAM_TOKEN_KEY;
  const isEmpty = Object.keys(cookies).length === 0;
  return {
    upstreamAccess: await encryptToken(secrets, access.token, sessionId),
    upstreamRefresh: isEmpty ? null : await encryptToken(secrets, serialiseJar(cookies), sessionId),
  };
}

/** The cookies that the upstream set at sign-in; null without any, or when their key is gone. */
export async function openCookies(deps: Deps, session: SessionRow): Promise<CookieJar | null> {
  if (session.upstreamRefresh === null) return null;
  const stored = await decryptToken(
    deps.config.UPSTREAM_TOKEN_KEY,
    session.upstreamRefresh,
    session.id,
  );
  return stored === null ? null : parseJar(stored);
}
