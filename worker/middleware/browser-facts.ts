import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { parseAccept } from "hono/utils/accept";
import { fallbackLocale, localeOfTag, type Locale } from "#contract/locales";
import type { App } from "../context.ts";
import { canonicalAddress, clientAddressHeader } from "./client-address.ts";
import type { BrowserFacts } from "../shop/sessions/manage-sessions.ts";

const daySeconds = 24 * 60 * 60;

/** Null also for a name sent twice: one of the two may be planted by a sibling domain. */
export function readCookie(c: Context, name: string): string | null {
  const values = (c.req.header("Cookie") ?? "")
    .split(";")
    // Not `trim`: it would let a sibling domain write `__Host-` behind an exotic space.
    .map((pair) => pair.replace(/^[ \t]+/, "").replace(/[ \t]+$/, ""))
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && /^[\w.-]{1,512}$/.test(value) ? value : null;
}

function cookieOf(name: string, sameSite: "Strict" | "Lax", usualSeconds = 0) {
  const options = { httpOnly: true, secure: true, sameSite, path: "/" } as const;
  return {
    name,
    read: (c: Context) => readCookie(c, name),
    set: (c: Context, value: string, maxAge = usualSeconds) =>
      setCookie(c, name, value, { ...options, maxAge }),
    clear: (c: Context) => setCookie(c, name, "", { ...options, maxAge: 0 }),
  };
}

/** The `__Host-` prefix keeps sibling domains from writing it. */
export const refreshCookie = cookieOf("__Host-sillage_refresh", "Strict");

/** Only keeps this browser's guesses at a password apart from strangers', longer than a session. */
export const browserCookie = cookieOf("__Host-sillage_browser", "Strict", 90 * daySeconds);

export const previewCookie = cookieOf("__Host-sillage_preview", "Lax");

export const deskLanguageCookie = cookieOf("__Host-sillage_desk_language", "Lax", 365 * daySeconds);

/** Lax, so that a guest who follows a link to the shop still has the cart. */
const namedGuestCart = cookieOf("fragrance_cart", "Lax", 30 * daySeconds);
const boundGuestCart = cookieOf("__Host-sillage_cart", "Lax", 30 * daySeconds);

/** The specified `fragrance_cart` can be planted: the `__Host-` cookie beside it decides. */
export const guestCartCookie = {
  read: boundGuestCart.read,
  set(c: Context, cartId: string) {
    namedGuestCart.set(c, cartId);
    boundGuestCart.set(c, cartId);
  },
};

export function browserFacts(c: Context): BrowserFacts {
  return {
    address: clientAddress(c),
    userAgent: c.req.header("User-Agent")?.slice(0, 512) ?? "",
    country: countryOf(c),
    refreshToken: refreshCookie.read(c),
    guestCartId: guestCartCookie.read(c),
    browserId: browserCookie.read(c),
  };
}

export function clientAddress(c: Context): string {
  return canonicalAddress(c.req.header(clientAddressHeader));
}

export function visitorOf(c: Pick<Context<App>, "req" | "var">) {
  return {
    member_id: c.var.actor?.memberId ?? null,
    session_id: c.var.actor?.sessionId ?? null,
    ip_address: c.req.header(clientAddressHeader) ?? null,
    user_agent: c.req.header("User-Agent")?.slice(0, 512) ?? null,
  };
}

export function localeOf(c: Context): Locale {
  const ranked = parseAccept(c.req.header("Accept-Language") ?? "");
  const known = ranked.flatMap(({ type, q }) => (q > 0 ? (localeOfTag(type) ?? []) : []));
  return known[0] ?? fallbackLocale;
}

/** Cloudflare sends XX for unknown and T1 for Tor; neither is a country code. */
function countryOf(c: Context): string | null {
  const country = c.req.header("CF-IPCountry") ?? c.req.raw.cf?.country;
  return typeof country === "string" && /^[A-Z]{2}$/.test(country) && country !== "XX"
    ? country
    : null;
}
