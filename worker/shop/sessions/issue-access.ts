import type { AccessTokenAnswer } from "#contract/auth";
import type { Deps } from "../../deps.ts";
import type { SessionRow } from "../../store/sessions.ts";
import { accessTokenSeconds, signToken } from "./tokens.ts";

export interface SignedIn {
  sessionId: string;
  answer: AccessTokenAnswer;
  refresh: { token: string; maxAgeSeconds: number };
  /** A new one for a browser that has just signed in. */
  browserId?: string;
}

type Facts = Pick<
  SessionRow,
  "id" | "memberId" | "mustChangePassword" | "idleEndsAt" | "absoluteEndsAt"
>;

/** Never outlives the session's absolute end. */
export async function issueAccess(deps: Deps, session: Facts): Promise<AccessTokenAnswer> {
  const now = deps.now();
  const endsAt = session.absoluteEndsAt;
  return {
    access_token: await signToken(
      deps.config.SESSION_SECRET,
      "access",
      { sub: session.memberId, sid: session.id, endsAt },
      now,
    ),
    token_type: "bearer",
    expires_in: Math.min(accessTokenSeconds, Math.floor((endsAt - now) / 1000)),
    must_change_password: session.mustChangePassword,
  };
}

export async function issueBoth(
  deps: Deps,
  session: Facts,
  refreshToken: string,
): Promise<SignedIn> {
  const maxAgeSeconds = Math.floor(
    (Math.min(session.idleEndsAt, session.absoluteEndsAt) - deps.now()) / 1000,
  );
  return {
    sessionId: session.id,
    answer: await issueAccess(deps, session),
    refresh: { token: refreshToken, maxAgeSeconds },
  };
}
