import { fallbackLocale, locales, localeTable } from "#contract/locales";
import { infoContexts } from "#contract/screens";
import { brand } from "../brand/brand.ts";

const monthMs = 30 * 24 * 3_600_000;
const policy: (typeof infoContexts)[number] = "WebsiteSecurityPolicy";

/**
 * RFC 9116: where to report a hole. Its end is always five to six months ahead and stays the same
 * for a month. `now` is epoch milliseconds.
 */
export function securityText(publicOrigin: string, now: number): string {
  const expires = (Math.floor(now / monthMs) + 6) * monthMs;
  const fields = {
    Contact: `mailto:${brand.security_email}`,
    Expires: new Date(expires).toISOString(),
    "Preferred-Languages": locales.map((locale) => localeTable[locale].htmlLang).join(", "),
    Canonical: `${publicOrigin}/.well-known/security.txt`,
    Policy: `${publicOrigin}/${fallbackLocale}/info/${policy}`,
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("");
}
