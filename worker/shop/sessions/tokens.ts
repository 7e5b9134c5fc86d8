/** Browser tokens: HS256, ids only; key, `typ` and audience differ for each type. */
import * as z from "zod/mini";
import { errors, jwtVerify, SignJWT, type JWTHeaderParameters } from "jose";
import { id } from "#contract/fields";
import { withPrevious, type Config, type Secrets } from "../../env.ts";
import { deriveHmacKey, keyId, deriveKey, hmacBase64url, randomId } from "../../platform/crypto.ts";
import type { AccessTokenAnswer } from "#contract/auth";
import type { Deps } from "../../deps.ts";
import type { SessionRow } from "../../store/sessions.ts";

const algorithm = "HS256";
const issuer = "sillage";
const clockSkewSeconds = 5;

const accessTokenSeconds = 10 * 60;

const types = {
  access: { audience: "sillage:api", longestSeconds: accessTokenSeconds },
  pre_otp: { audience: "sillage:second-step", longestSeconds: 15 * 60 },
} as const;
export type TokenType = keyof typeof types;

const claims = z.strictObject({
  iss: z.string(),
  aud: z.string(),
  sub: id,
  sid: z.optional(id),
  iat: z.int(),
  exp: z.int(),
});

/** Canonical base64url of 32 bytes: the unused bits of the last character are zero. */
const shape = /^[\w-]{1,256}\.[\w-]{1,1024}\.[\w-]{42}[AEIMQUYcgkosw048]$/;

interface Content {
  sub: string;
  sid?: string;
  /** Epoch milliseconds. */
  endsAt: number;
}

export async function signToken(secret: string, type: TokenType, content: Content, now: number) {
  const { sub, sid, endsAt } = content;
  const { audience, longestSeconds } = types[type];
  const { key, kid } = await keyOf(secret, type);
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ sid })
    .setProtectedHeader({ alg: algorithm, kid, typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(Math.min(issuedAt + longestSeconds, Math.floor(endsAt / 1000)))
    .sign(key);
}

export function sessionSecrets(config: Config): Secrets {
  return withPrevious(config.SESSION_SECRET, config.SESSION_SECRET_PREVIOUS);
}

/** Null for anything but a live token of this type, signed with the one of the secrets it names. */
export async function verifyToken(secrets: Secrets, type: TokenType, token: string, now: number) {
  if (!shape.test(token)) return null;
  const { audience, longestSeconds } = types[type];
  const keys = await Promise.all(secrets.map((secret) => keyOf(secret, type)));
  const keyNamed = ({ kid }: JWTHeaderParameters) => {
    const named = keys.find((one) => one.kid === kid);
    if (named === undefined) throw new errors.JWKSNoMatchingKey();
    return named.key;
  };
  try {
    const { payload } = await jwtVerify(token, keyNamed, {
      algorithms: [algorithm],
      issuer,
      audience,
      typ: type,
      requiredClaims: ["sub", "iat", "exp"],
      clockTolerance: clockSkewSeconds,
      maxTokenAge: longestSeconds,
      currentDate: new Date(now),
    });
    return claims.safeParse(payload).data ?? null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

async function keyOf(secret: string, type: TokenType) {
  const [key, kid] = await Promise.all([
    deriveHmacKey(secret, `token:${type}`),
    keyId(`${type}:${secret}`),
  ]);
  return { key, kid };
}

/** A refresh token is `session.generation.secret`. */
const refreshShape = /^([\w-]{16,64})\.(0|[1-9]\d{0,8})\.[\w-]{43}$/;

type RefreshToken = NonNullable<ReturnType<typeof parseRefreshToken>>;

export function parseRefreshToken(text: string | null) {
  const [, sessionId, generation] = refreshShape.exec(text ?? "") ?? [];
  return text === null || sessionId === undefined || generation === undefined
    ? null
    : { text, sessionId, generation: Number(generation) };
}

export const firstRefreshToken = (sessionId: string) => `${sessionId}.0.${randomId(32)}`;

/** Derived, so that repeats get the same successor without it being stored in clear. */
export async function successorOf(secret: string, token: RefreshToken): Promise<string> {
  const { text, sessionId } = token;
  const generation = token.generation + 1;
  const key = await deriveKey(secret, "refresh-successor");
  const proof = await hmacBase64url(key, `${text}|${sessionId}|${generation}`);
  return `${sessionId}.${generation}.${proof}`;
}

/** Never outlives the session's absolute end. */
export async function issueAccess(deps: Deps, session: SessionRow): Promise<AccessTokenAnswer> {
  const now = deps.now();
  const { memberId: sub, id: sid, absoluteEndsAt: endsAt } = session;
  return {
    access_token: await signToken(deps.config.SESSION_SECRET, "access", { sub, sid, endsAt }, now),
    token_type: "bearer",
    expires_in: Math.min(accessTokenSeconds, Math.floor((endsAt - now) / 1000)),
    must_change_password: session.mustChangePassword,
  };
}

/** With a new `browserId` where it has just signed in. */
export type SignedIn = Awaited<ReturnType<typeof issueBoth>> & { browserId?: string };

export async function issueBoth(deps: Deps, session: SessionRow, refreshToken: string) {
  const endsAt = Math.min(session.idleEndsAt, session.absoluteEndsAt);
  const maxAgeSeconds = Math.floor((endsAt - deps.now()) / 1000);
  return {
    sessionId: session.id,
    answer: await issueAccess(deps, session),
    refresh: { token: refreshToken, maxAgeSeconds },
  };
}
