import type { Context } from "hono";
import type { App } from "../context.ts";
import { canonicalAddress, clientAddressHeader } from "../shop/limits/client-address.ts";
import type { BrowserFacts } from "../shop/sessions/start-session.ts";
import { browserCookie, guestCartCookie, refreshCookie } from "./cookies.ts";

/** Address and country come from Cloudflare's headers, never from the client's own. */
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

/** What the upstream is told of a visitor. Only Cloudflare's header is trusted for the address. */
export function visitorOf(c: Pick<Context<App>, "req" | "var">) {
  return {
    member_id: c.var.actor?.memberId ?? null,
    session_id: c.var.actor?.sessionId ?? null,
    ip_address: c.req.header(clientAddressHeader) ?? null,
    user_agent: c.req.header("User-Agent")?.slice(0, 512) ?? null,
  };
}

/** Cloudflare sends XX for unknown and T1 for Tor; neither is a country code. */
function countryOf(c: Context): string | null {
  const country = c.req.header("CF-IPCountry") ?? c.req.raw.cf?.country;
  return typeof country === "string" && /^[A-Z]{2}$/.test(country) && country !== "XX"
    ? country
    : null;
}
