/** A refresh token is `session.generation.secret`. */
import { deriveKey, hmacBase64url, randomId } from "../../platform/crypto.ts";

export interface RefreshToken {
  text: string;
  sessionId: string;
  generation: number;
}

const shape = /^([\w-]{16,64})\.(0|[1-9]\d{0,8})\.[\w-]{43}$/;

export function parseRefreshToken(text: string | null): RefreshToken | null {
  const [, sessionId, generation] = shape.exec(text ?? "") ?? [];
  return text === null || sessionId === undefined || generation === undefined
    ? null
    : { text, sessionId, generation: Number(generation) };
}

export function firstRefreshToken(sessionId: string): string {
  return `${sessionId}.0.${randomId(32)}`;
}

/** Derived, so that every request with the same token gets the same successor without it being stored in clear. */
export async function successorOf(secret: string, token: RefreshToken): Promise<string> {
  const generation = token.generation + 1;
  const key = await deriveKey(secret, "refresh-successor");
  return `${token.sessionId}.${generation}.${await hmacBase64url(key, `${token.text}|${token.sessionId}|${generation}`)}`;
}
