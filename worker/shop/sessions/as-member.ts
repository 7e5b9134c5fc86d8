/** Calls the upstream as a member; expired tokens are refreshed once for all waiting requests. */
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { withUpstream, type Deps, type MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import * as sessions from "../../store/sessions.ts";
import { decryptToken, encryptToken } from "../../platform/crypto.ts";
import { logOut, refreshTokens, type UpstreamAccess } from "../../upstream/auth.ts";
import { parseJar, serialiseJar, type CookieJar } from "../../upstream/cookie-jar.ts";
import type { EndpointSpec, UpstreamRequest } from "../../upstream/endpoint.ts";

export interface LivenessOptions {
  /** Also for a member who still owes a new password. */
  beforePasswordChange?: boolean;
}

export async function getLiveSession(deps: Deps, actor: MemberActor, options?: LivenessOptions) {
  return (await readAsLive(deps, actor, options ?? {}, [])).session;
}

/** In one batch. @throws ShopError `token_revoked` or `password_change_required`. */
export async function readAsLive<const Reads extends readonly BatchItem<"sqlite">[]>(
  deps: Deps,
  actor: MemberActor,
  options: LivenessOptions,
  reads: Reads,
): Promise<{ session: sessions.SessionRow; found: BatchResponse<Reads> }> {
  const [[session], ...found] = await deps.db.batch([
    sessions.selectLiveSession(deps.db, actor.sessionId, deps.now()),
    ...reads,
  ]);
  if (session === undefined || session.memberId !== actor.memberId)
    throw new ShopError("token_revoked");
  if (session.mustChangePassword && options.beforePasswordChange !== true)
    throw new ShopError("password_change_required");
  // A batch answers in the order of its statements.
  return { session, found: found as unknown as BatchResponse<Reads> };
}

const callTimeoutMs = 8_000;
/** Longer than the call; short enough that a lost holder does not block others for long. */
const leaseMs = 12_000;
const lookAgainMs = 60;

export async function refreshUpstreamTokens(deps: Deps, session: sessions.SessionRow) {
  const isOurs = await sessions.leaseUpstreamRefresh(deps.db, session, deps.now(), leaseMs);
  return isOurs ? renew(deps, session) : waitForRenewal(deps, session);
}

async function renew(deps: Deps, session: sessions.SessionRow): Promise<sessions.SessionRow> {
  const cookies = await openCookies(deps, session);
  if (cookies === null) return revoke(deps, session);
  try {
    const answer = await refreshTokens(deps.upstream, { cookies, timeoutMs: callTimeoutMs });
    const tokens = await sealTokens(deps, session.id, answer.body, answer.cookies);
    await sessions.saveUpstreamTokens(deps.db, session, tokens);
    return { ...session, ...tokens, upstreamVersion: session.upstreamVersion + 1 };
  } catch (error) {
    // Outages and rate limits are no refusals.
    const isRefusal = error instanceof ShopError && [400, 401, 403].includes(error.status);
    if (isRefusal) return revoke(deps, session);
    await sessions.releaseUpstreamRefresh(deps.db, session);
    throw error;
  }
}

/** Another request holds the lease; its outcome, success or failure, is used here too. */
async function waitForRenewal(deps: Deps, session: sessions.SessionRow) {
  const givesUpAt = deps.now() + leaseMs;
  while (deps.now() < givesUpAt) {
    const [current] = await sessions.selectLiveSession(deps.db, session.id, deps.now());
    if (current === undefined) throw new ShopError("token_revoked");
    if (current.upstreamVersion > session.upstreamVersion) return current;
    if (current.upstreamRefreshLeaseUntil < deps.now()) break;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
  throw new ShopError("upstream_unavailable");
}

async function revoke(deps: Deps, session: sessions.SessionRow): Promise<never> {
  await sessions.endSession(deps.db, session.id, "upstream_refused", deps.now());
  deps.log.warn("session.upstream_refused", { sessionId: session.id });
  throw new ShopError("token_revoked");
}

interface MemberOptions extends LivenessOptions {
  /** For reads open to strangers: when the session is over, calls go without a token. */
  orAnonymous?: boolean;
  session?: sessions.SessionRow;
}

/** `deps` whose upstream calls throw `token_revoked` or `password_change_required`. */
export function asMember(deps: Deps, actor: MemberActor, options: MemberOptions = {}): Deps {
  const { upstream } = deps;
  let session = options.session === undefined ? undefined : Promise.resolve(options.session);

  async function callAsMember<Result>(endpoint: EndpointSpec<Result>, request: UpstreamRequest) {
    const withTokenOf = async (row: sessions.SessionRow) =>
      upstream.call(endpoint, { ...request, bearer: await openAccess(deps, row) });
    const row = await (session ??= getLiveSession(deps, actor, options));
    try {
      return await withTokenOf(row);
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
    }
    session = refreshUpstreamTokens(deps, row);
    return withTokenOf(await session);
  }

  return withUpstream(deps, {
    async call(endpoint, request) {
      // A call with a token of its own, such as that of the second step, is passed on unchanged.
      if (request.bearer !== undefined) return upstream.call(endpoint, request);
      try {
        return await callAsMember(endpoint, request);
      } catch (error) {
        if (isUnwelcome(error))
          await sessions.endSession(deps.db, actor.sessionId, "upstream_refused", deps.now());
        if (options.orAnonymous === true && isRefusedToken(error))
          return upstream.call(endpoint, request);
        throw error;
      }
    },
  });
}

async function openAccess(deps: Deps, session: sessions.SessionRow): Promise<string> {
  const token = await open(deps, session, session.upstreamAccess);
  if (token !== null) return token;
  // Encrypted with a key that is no longer configured, so only a new sign-in helps.
  await sessions.endSession(deps.db, session.id, "upstream_refused", deps.now());
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
  { config }: Deps,
  sessionId: string,
  access: UpstreamAccess,
  cookies: CookieJar,
): Promise<sessions.SealedTokens> {
  const seal = (text: string) => encryptToken(config.UPSTREAM_TOKEN_KEY, text, sessionId);
  const isEmpty = Object.keys(cookies).length === 0;
  return {
    upstreamAccess: await seal(access.token),
    upstreamRefresh: isEmpty ? null : await seal(serialiseJar(cookies)),
  };
}

function open({ config }: Deps, session: sessions.SessionRow, sealed: string) {
  return decryptToken(config.UPSTREAM_TOKEN_KEY, sealed, session.id);
}

/** Null without any, or when their key is gone. */
async function openCookies(deps: Deps, session: sessions.SessionRow): Promise<CookieJar | null> {
  if (session.upstreamRefresh === null) return null;
  const stored = await open(deps, session, session.upstreamRefresh);
  return stored === null ? null : parseJar(stored);
}

/** Best effort, after the answer: our own session is over already. */
export function revokeUpstreamLater(deps: Deps, ended: readonly sessions.SessionRow[]): void {
  for (const session of ended.slice(0, 20)) finishLater(deps, session.id, signOut(deps, session));
}

export function finishLater(deps: Deps, sessionId: string, signingOut: Promise<unknown>): void {
  const work = signingOut.catch((error: unknown) => {
    if (!(error instanceof ShopError)) throw error;
    deps.log.info("session.upstream_not_revoked", { sessionId, code: error.code });
  });
  deps.waitUntil(work);
}

/** An expired access token is refreshed first, since the cookies may outlive it. */
async function signOut(deps: Deps, session: sessions.SessionRow): Promise<void> {
  const bearer = await open(deps, session, session.upstreamAccess);
  if (bearer === null) return;
  const cookies = await openCookies(deps, session);
  try {
    await logOut(deps.upstream, { bearer, ...(cookies !== null && { cookies }) });
  } catch (error) {
    if (!isRefusedToken(error) || cookies === null) throw error;
    const renewed = await refreshTokens(deps.upstream, { cookies });
    await logOut(deps.upstream, { bearer: renewed.body.token, cookies: renewed.cookies });
  }
}
