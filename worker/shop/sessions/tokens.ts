/**
 * The browser's short-lived tokens: HS256 only, ids only. Key, `typ` and audience differ for each type, so that a token of one
 * type is invalid for another.
 */
import { errors, jwtVerify, SignJWT } from "jose";
import * as z from "zod/mini";
import { id } from "#contract/fields";
import { withPrevious, type Config, type Secrets } from "../../env.ts";
import { deriveHmacKey, keyId } from "../../platform/crypto.ts";

const algorithm = "HS256";
const issuer = "sillage";
const clockSkewSeconds = 5;

export const accessTokenSeconds = 10 * 60;

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
type Claims = z.infer<typeof claims>;

/** Canonical base64url of 32 bytes: the unused bits of the last character are zero. */
const shape = /^[\w-]{1,256}\.[\w-]{1,1024}\.[\w-]{42}[AEIMQUYcgkosw048]$/;

interface Content {
  sub: string;
  sid?: string;
  /** Epoch milliseconds. */
  endsAt: number;
}

export async function signToken(
  secret: string,
  type: TokenType,
  content: Content,
  now: number,
): Promise<string> {
  const { audience, longestSeconds } = types[type];
  const issuedAt = Math.floor(now / 1000);
  const payload = content.sid === undefined ? {} : { sid: content.sid };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: algorithm, kid: await kidOf(secret, type), typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(content.sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(Math.min(issuedAt + longestSeconds, Math.floor(content.endsAt / 1000)))
    .sign(await signingKey(secret, type));
}

/** What verifies tokens of either type. */
export function sessionSecrets(config: Config): Secrets {
  return withPrevious(config.SESSION_SECRET, config.SESSION_SECRET_PREVIOUS);
}

/** Null for anything but a live token of this type, signed with one of the secrets. */
export async function verifyToken(
  secrets: Secrets,
  type: TokenType,
  token: string,
  now: number,
): Promise<Claims | null> {
  if (!shape.test(token)) return null;
  for (const secret of secrets) {
    const found = await verifyWith(secret, type, token, now);
    if (found !== null) return found;
  }
  return null;
}

async function verifyWith(
  secret: string,
  type: TokenType,
  token: string,
  now: number,
): Promise<Claims | null> {
  const { audience, longestSeconds } = types[type];
  const [key, kid] = await Promise.all([signingKey(secret, type), kidOf(secret, type)]);
  try {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer,
      audience,
      typ: type,
      requiredClaims: ["sub", "iat", "exp"],
      clockTolerance: clockSkewSeconds,
      maxTokenAge: longestSeconds,
      currentDate: new Date(now),
    });
    const parsed = claims.safeParse(payload);
    return protectedHeader.kid === kid && parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function signingKey(secret: string, type: TokenType) {
  return deriveHmacKey(secret, `token:${type}`);
}

function kidOf(secret: string, type: TokenType): Promise<string> {
  return keyId(`${type}:${secret}`);
}
