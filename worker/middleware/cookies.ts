/** The two cookies of the shop. Both are unguessable ids that no script can read. */
import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";

const daySeconds = 24 * 60 * 60;

/**
 * The first value of that name. A name that comes twice is refused whole: browsers send a sibling domain's planted
 * cookie beside ours, and nothing tells which is which.
 */
export function readCookie(c: Context, name: string): string | null {
  const values = (c.req.header("Cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && /^[\w.-]{1,512}$/.test(value) ? value : null;
}

function cookieOf(name: string, options: CookieOptions & { secure: true; path: "/" }) {
  return {
    name,
    read: (c: Context) => readCookie(c, name),
    set: (c: Context, value: string, maxAgeSeconds: number) => setCookie(c, name, value, { ...options, maxAge: maxAgeSeconds }),
    clear: (c: Context) => setCookie(c, name, "", { ...options, maxAge: 0 }),
  };
}

/** The refresh token of the session; `__Host-` keeps sibling domains from writing it. */
export const refreshCookie = cookieOf("__Host-sillage_refresh", { httpOnly: true, secure: true, sameSite: "Strict", path: "/" });

export const guestCartMaxAgeSeconds = 30 * daySeconds;
/** The id of a guest's cart. Lax, so that a shopper who follows a link to the shop still has the cart. */
export const guestCartCookie = cookieOf("fragrance_cart", { httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
