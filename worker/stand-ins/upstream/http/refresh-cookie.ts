/**
 * The refresh token's cookie. The documents give neither its name nor its characters; with
 * DOCUMENTED_ONLY both are unusual, and the value must come back unchanged.
 */
import type { Context } from "hono";
import type { App } from "../app.ts";
import { isDocumentedOnly } from "../env.ts";
import { refreshSeconds } from "../store/tokens.ts";

const plain = { name: "refresh_token", prefix: "" };
const unusual = { name: "sid.v2", prefix: "s:+/%2B%3A=" };
const attributes = "Path=/api/v1/auth; HttpOnly; Secure; SameSite=Strict";

const cookieOf = (c: Context<App>) => (isDocumentedOnly(c.env) ? unusual : plain);

export function setRefreshCookie(c: Context<App>, token: string): void {
  const { name, prefix } = cookieOf(c);
  c.header("Set-Cookie", `${name}=${prefix}${token}; Max-Age=${refreshSeconds}; ${attributes}`, {
    append: true,
  });
}

export function clearRefreshCookie(c: Context<App>): void {
  c.header("Set-Cookie", `${cookieOf(c).name}=; Max-Age=0; ${attributes}`, { append: true });
}

/** Null without the cookie. The value is not decoded. */
export function sentRefreshToken(c: Context<App>): string | null {
  const { name, prefix } = cookieOf(c);
  const start = `${name}=${prefix}`;
  const pairs = (c.req.header("Cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || null;
}
